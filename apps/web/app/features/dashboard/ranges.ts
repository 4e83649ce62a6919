import { timeRanges, type TimeRange } from '@doorman/domain/dashboard'

export const rangeTitles: Readonly<Record<TimeRange, string>> = {
  today: 'Today',
  week: 'Week',
  month: 'Month',
  '90days': '90 Days',
  all: 'All Time',
}

/** What the address asks for. Without a word that we know, the week. */
export function toRange(asked: string | null): TimeRange {
  return timeRanges.find((range) => range === asked) ?? 'week'
}

/** One day is one bar, which says nothing that the numbers do not. */
export function hasChart(range: TimeRange): boolean {
  return range !== 'today'
}
