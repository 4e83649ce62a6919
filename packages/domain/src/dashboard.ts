/** The stretches of time that the dashboard shows. */
export const timeRanges = ['today', 'week', 'month', '90days', 'all'] as const
export type TimeRange = (typeof timeRanges)[number]

/** What one cold mail costs whoever has to deal with it; the landing page says so too. */
export const secondsPerColdMail = 15

const dayMs = 86_400_000
const daysOf: Readonly<Record<Exclude<TimeRange, 'all'>, number>> = {
  today: 1,
  week: 7,
  month: 30,
  '90days': 90,
}

/** Its first day, today included, as `2026-11-15`; `null` for all time. */
export function toFirstDay(range: TimeRange, today: string): string | null {
  if (range === 'all') return null
  return toDay(Date.parse(today) - (daysOf[range] - 1) * dayMs)
}

/** What was looked at, and how much of it was filtered and is not back in the inbox. */
export type Counts = { readonly processed: number; readonly filtered: number }

/** In percent, with one decimal. */
export function toFilteredShare({ processed, filtered }: Counts): number {
  return processed === 0 ? 0 : toOneDecimal((100 * filtered) / processed)
}

export function toTimeSaved(filtered: number): { minutes: number; hours: number } {
  const minutes = Math.round((filtered * secondsPerColdMail) / 60)
  return { minutes, hours: toOneDecimal(minutes / 60) }
}

export type DayCounts = Counts & { readonly day: string }
export type ChartStep = 'day' | 'week' | 'month'
export type Chart = { readonly step: ChartStep; readonly points: readonly DayCounts[] }

/** More points than these say nothing to the eye. */
const mostDays = 92
const mostWeeks = 104

/**
 * One point for each step from the first day to today, in days as long as that
 * stays legible. All time begins with the first count there is.
 */
export function toChart(counts: readonly DayCounts[], range: TimeRange, today: string): Chart {
  const oldest = counts.reduce((first, { day }) => (day < first ? day : first), today)
  const first = toFirstDay(range, today) ?? oldest
  const step = toStep(first, today)
  const sums = new Map<string, Counts>()
  for (let day = startOf(step, first); day <= today; day = after(step, day))
    sums.set(day, { processed: 0, filtered: 0 })
  for (const { day, processed, filtered } of counts) {
    const key = startOf(step, day)
    const sum = sums.get(key)
    if (sum)
      sums.set(key, { processed: sum.processed + processed, filtered: sum.filtered + filtered })
  }
  return { step, points: [...sums].map(([day, sum]) => ({ day, ...sum })) }
}

function toStep(first: string, today: string): ChartStep {
  const days = (Date.parse(today) - Date.parse(first)) / dayMs + 1
  if (days <= mostDays) return 'day'
  return days <= mostWeeks * 7 ? 'week' : 'month'
}

function startOf(step: ChartStep, day: string): string {
  switch (step) {
    case 'day':
      return day
    case 'week': {
      const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
      return toDay(Date.parse(day) - sinceMonday * dayMs)
    }
    case 'month':
      return `${day.slice(0, 7)}-01`
  }
}

function after(step: ChartStep, day: string): string {
  switch (step) {
    case 'day':
      return toDay(Date.parse(day) + dayMs)
    case 'week':
      return toDay(Date.parse(day) + 7 * dayMs)
    case 'month':
      // Any month is over 31 days later, and the next is not.
      return startOf('month', toDay(Date.parse(day) + 31 * dayMs))
  }
}

/** Days are counted in UTC once they are days. */
function toDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

function toOneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
