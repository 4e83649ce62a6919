import { site } from '@doorman/content/site'
import { MailX, PhoneOff } from 'lucide-react'

export function UnknownCallers() {
  const { title, text, silenced } = site.callers
  return (
    <section aria-labelledby="callers-title">
      <div className="mx-auto grid max-w-[72rem] grid-cols-1 items-center gap-12 px-4 py-18 md:px-8 md:py-28 lg:grid-cols-2 lg:gap-20">
        <div>
          <h2 id="callers-title" className="text-3xl font-semibold md:text-4xl">
            {title}
          </h2>
          {text.map((paragraph) => (
            <p key={paragraph} className="mt-5 max-w-[56ch] text-lg text-pretty text-muted-fg">
              {paragraph}
            </p>
          ))}
        </div>
        <div className="flex justify-center gap-4 sm:gap-6 lg:justify-end">
          <ul
            aria-label="Silenced calls"
            className="grid w-52 min-w-0 content-center gap-3 rounded-[2rem] border-2 border-border bg-card px-3 py-14 shadow-card"
          >
            {silenced.map(({ caller }) => (
              <li
                key={caller}
                className="flex items-center gap-3 rounded-card bg-muted p-3 text-sm"
              >
                <PhoneOff
                  aria-hidden
                  className="size-4 shrink-0 text-cold max-sm:hidden"
                  strokeWidth={1.5}
                />
                <span className="grid min-w-0">
                  <span className="truncate">{caller}</span>
                  <span className="text-xs text-muted-fg">silenced</span>
                </span>
              </li>
            ))}
          </ul>
          <ul
            aria-label="Emails set aside"
            className="grid w-60 min-w-0 content-center gap-3 py-14"
          >
            {silenced.map(({ email, from }) => (
              <li
                key={email}
                className="flex items-center gap-3 rounded-card border border-cold/30 bg-cold/10 p-3 text-sm text-cold"
              >
                <MailX aria-hidden className="size-4 shrink-0 max-sm:hidden" strokeWidth={1.5} />
                <span className="grid min-w-0">
                  <span className="truncate">{email}</span>
                  <span className="truncate text-xs text-muted-fg">{from}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
