import { dayMs } from '@doorman/domain/time'
import { formatShortDay } from '../../lib/format.ts'

type Days = { readonly since: string | null; readonly until: string | null }

/** Named ranges of days that end today. */
const ranges = [
  { value: 'today', label: 'Today', days: 1 },
  { value: '7-days', label: 'Last 7 days', days: 7 },
  { value: '30-days', label: 'Last 30 days', days: 30 },
] as const

export const dateOptions = [
  { value: '', label: 'Any date' },
  ...ranges.map(({ value, label }) => ({ value, label })),
  { value: 'custom', label: 'Custom' },
] as const
export type DateOption = (typeof dateOptions)[number]['value']

/** The option that stands for these days. */
export function findDateOption({ since, until }: Days, today: string): DateOption {
  if (since === null && until === null) return ''
  const range = ranges.find(({ days }) => until === null && since === toFirstDay(days, today))
  return range?.value ?? 'custom'
}

/** The days that an option stands for. Custom dates begin with the days shown so far. */
export function toDays(option: string, { since }: Days, today: string): Days {
  const range = ranges.find(({ value }) => value === option)
  if (range) return { since: toFirstDay(range.days, today), until: null }
  if (option === 'custom') return { since: since ?? toFirstDay(7, today), until: today }
  return { since: null, until: null }
}

/** As 'Last 7 days', 'Since Nov 1', 'Until Nov 17' or 'Nov 1 – Nov 17'. */
export function describeDays(days: Days, today: string): string {
  const option = findDateOption(days, today)
  const range = ranges.find(({ value }) => value === option)
  if (range) return range.label
  const { since, until } = days
  if (since && until)
    return since === until
      ? formatShortDay(since)
      : `${formatShortDay(since)} – ${formatShortDay(until)}`
  return since ? `Since ${formatShortDay(since)}` : `Until ${formatShortDay(until ?? '')}`
}

/** The first of `days` days, of which today is the last. */
function toFirstDay(days: number, today: string): string {
  const midnight = new Date(`${today}T00:00:00Z`).getTime()
  return new Date(midnight - (days - 1) * dayMs).toISOString().slice(0, 10)
}
