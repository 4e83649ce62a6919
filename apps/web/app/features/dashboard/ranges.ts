import { timeRanges, type TimeRange } from '@doorman/domain/site/dashboard'

export const rangeTitles: Readonly<Record<TimeRange, string>> = {
  today: 'Today',
  week: 'Week',
  month: 'Month',
  '90days': '90 Days',
  all: 'All Time',
}

/** The range in the URL. The default is the week. */
export function toRange(param: string | null): TimeRange {
  return timeRanges.find((range) => range === param) ?? 'week'
}

/** A single day would be a single bar, which adds nothing to the numbers. */
export function hasChart(range: TimeRange): boolean {
  return range !== 'today'
}
