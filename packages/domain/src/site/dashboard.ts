import { addDays, dayMs, toMonday } from '../time.ts'

/** The time ranges that the dashboard offers. */
export const timeRanges = ['today', 'week', 'month', '90days', 'all'] as const
export type TimeRange = (typeof timeRanges)[number]

/** The time it takes to deal with one cold email. The landing page states it too. */
export const secondsPerColdEmail = 15

const daysOf: Readonly<Record<Exclude<TimeRange, 'all'>, number>> = {
  today: 1,
  week: 7,
  month: 30,
  '90days': 90,
}

/** The first day of a range that ends today, as `2026-11-15`; `null` for all time. */
export function toFirstDay(range: TimeRange, today: string): string | null {
  if (range === 'all') return null
  return addDays(today, 1 - daysOf[range])
}

/** Messages that were screened, and how many of them were filtered and not restored. */
export type Counts = { readonly processed: number; readonly filtered: number }

/** In percent, with one decimal. */
export function toFilteredShare({ processed, filtered }: Counts): number {
  return processed === 0 ? 0 : toOneDecimal((100 * filtered) / processed)
}

export function toTimeSaved(filtered: number): { minutes: number; hours: number } {
  const minutes = Math.round((filtered * secondsPerColdEmail) / 60)
  return { minutes, hours: toOneDecimal(minutes / 60) }
}

/** As `less than a minute`, `35 minutes`, or from 60 minutes on as `1.7 hours`. */
export function toTimeSavedInWords(filtered: number): string {
  const { minutes, hours } = toTimeSaved(filtered)
  if (minutes === 0 && filtered > 0) return 'less than a minute'
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

export type DayCounts = Counts & { readonly day: string }
export type ChartStep = 'day' | 'week' | 'month'
export type Chart = { readonly step: ChartStep; readonly points: readonly DayCounts[] }

/** A chart with more points is hard to read. */
const maxDays = 92
const maxWeeks = 104

/**
 * One point per day from the first day to today; per week or month if there are too many days. All
 * time begins with the oldest count.
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
  if (days <= maxDays) return 'day'
  return days <= maxWeeks * 7 ? 'week' : 'month'
}

function startOf(step: ChartStep, day: string): string {
  switch (step) {
    case 'day':
      return day
    case 'week':
      return toMonday(day)
    case 'month':
      return `${day.slice(0, 7)}-01`
  }
}

function after(step: ChartStep, day: string): string {
  switch (step) {
    case 'day':
      return addDays(day, 1)
    case 'week':
      return addDays(day, 7)
    case 'month':
      // 31 days after the first of a month is always in the next month.
      return startOf('month', addDays(day, 31))
  }
}

function toOneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
