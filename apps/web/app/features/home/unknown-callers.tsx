import { site } from '@doorman/content/site'
import { clsx } from 'clsx'
import { MailX, PhoneOff } from 'lucide-react'
import { contentClass, titleClass } from './section.tsx'

export function UnknownCallers() {
  const { title, text, silenced } = site.callers
  return (
    <section aria-labelledby="callers-title">
      <div
        className={clsx(
          contentClass,
          'grid grid-cols-1 items-center gap-6 lg:grid-cols-2 lg:gap-20',
        )}
      >
        <div>
          <h2 id="callers-title" className={titleClass}>
            {title}
          </h2>
          {text.map((paragraph) => (
            <p key={paragraph} className="mt-3 max-w-[56ch] text-pretty text-muted-fg md:text-lg">
              {paragraph}
            </p>
          ))}
        </div>
        <div className="flex justify-center gap-3 sm:gap-6 lg:justify-end">
          <ul
            aria-label="Silenced calls"
            className="grid w-52 min-w-0 content-center gap-2 rounded-[2rem] border-2 border-border bg-card px-3 py-4 shadow-card sm:gap-3 sm:py-8"
          >
            {silenced.map(({ caller }) => (
              <li
                key={caller}
                className="flex items-center gap-3 rounded-card bg-muted px-3 py-2 text-sm"
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
            className="grid w-60 min-w-0 content-center gap-2 py-4 sm:gap-3 sm:py-8"
          >
            {silenced.map(({ email, from }) => (
              <li
                key={email}
                className="flex items-center gap-3 rounded-card border border-cold/30 bg-cold/10 px-3 py-2 text-sm text-cold"
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
