import { site } from '@doorman/content/site'

/** The yearly hours as dots, one per hour. */
export function TimeWasted() {
  const { time, claims } = site
  const figures = [
    [claims.coldEmailsPerDay, time.perDay],
    [claims.secondsEach, time.each],
    [claims.hoursPerMonth, time.perMonth],
    [claims.hoursPerYear, time.perYear],
  ] as const
  return (
    <section aria-labelledby="time-title">
      <div className="mx-auto grid max-w-[72rem] items-center gap-12 px-4 py-18 md:px-8 md:py-28 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-24">
        <div>
          <h2 id="time-title" className="text-3xl font-semibold md:text-4xl">
            {time.title}
          </h2>
          <dl className="mt-10 grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
            {figures.map(([figure, label]) => (
              <div key={label} className="flex flex-col-reverse justify-end last:text-cold">
                <dt className="text-sm text-muted-fg">{label}</dt>
                <dd className="text-4xl font-semibold tabular-nums">{figure}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-8 max-w-[60ch] text-sm text-muted-fg">
            {claims.coldEmailsPerDay} × {claims.secondsEach} seconds is{' '}
            {(claims.coldEmailsPerDay * claims.secondsEach) / 60} minutes a day, on{' '}
            {claims.workingDaysPerMonth} working days a month.
          </p>
        </div>
        <div
          role="img"
          aria-label={`${claims.hoursPerYear} dots, one for each hour`}
          className="grid w-fit grid-cols-8 gap-3 lg:grid-cols-6 lg:gap-4"
        >
          {Array.from({ length: claims.hoursPerYear }, (_, hour) => (
            <span
              key={hour}
              className="size-6 rounded-full border border-cold/50 bg-cold/15 sm:size-8"
            />
          ))}
        </div>
      </div>
    </section>
  )
}
