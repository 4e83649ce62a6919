import { site } from '@doorman/content/site'
import { clsx } from 'clsx'
import { Figure } from './figure.tsx'
import { toShown } from './footnotes.ts'
import { contentClass, titleClass } from './section.tsx'

/** The yearly hours as dots, one per hour. */
export function TimeWasted() {
  const { coldEmailsPerDay, secondsEach, hoursPerMonth, hoursPerYear } = site.claims
  const shown = toShown([coldEmailsPerDay, secondsEach, hoursPerMonth, hoursPerYear])
  if (shown.length === 0) return null
  const hours = Number(hoursPerYear?.figure)
  return (
    <section aria-labelledby="time-title">
      <div
        className={clsx(
          contentClass,
          'grid items-center gap-x-20 gap-y-6 lg:grid-cols-[minmax(0,1fr)_auto]',
        )}
      >
        <div>
          <h2 id="time-title" className={titleClass}>
            {site.time.title}
          </h2>
          <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 min-[22.5rem]:grid-cols-4 md:mt-8">
            {shown.map((claim) => (
              <div key={claim.label} className="flex flex-col-reverse justify-end last:text-cold">
                <dt className="text-sm text-muted-fg">{claim.label}</dt>
                <dd className="text-3xl font-semibold whitespace-nowrap tabular-nums sm:text-4xl">
                  <Figure claim={claim} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
        {Number.isInteger(hours) && <Hours count={hours} />}
      </div>
    </section>
  )
}

function Hours({ count }: { count: number }) {
  return (
    <div
      role="img"
      aria-label={`${count} dots, one for each hour`}
      className="grid w-fit grid-cols-12 gap-3 max-sm:hidden lg:grid-cols-8"
    >
      {Array.from({ length: count }, (_, hour) => (
        <span key={hour} className="size-8 rounded-full border border-cold/50 bg-cold/15" />
      ))}
    </div>
  )
}
