import type { DashboardChart } from '@doorman/contract/dashboard'
import type { ChartStep } from '@doorman/domain/site/dashboard'
import {
  formatCount,
  formatDay,
  formatMonth,
  formatShortDay,
  formatShortMonth,
} from '../../lib/format.ts'

export const stepTitles: Readonly<Record<ChartStep, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
}

/** The period of a point, in full. */
export function describePoint(step: ChartStep, day: string): string {
  switch (step) {
    case 'day':
      return formatDay(day)
    case 'week':
      return `Week of ${formatDay(day)}`
    case 'month':
      return formatMonth(day)
  }
}

/** The period of a point, abbreviated for the axis. */
export function labelPoint(step: ChartStep, day: string): string {
  return step === 'month' ? formatShortMonth(day) : formatShortDay(day)
}

/** A point's period and numbers, for the caption and for screen readers. */
export function describeCounts(
  step: ChartStep,
  { day, processed, filtered }: DashboardChart['points'][number],
): string {
  return `${describePoint(step, day)}: ${formatCount(filtered)} filtered, ${formatCount(processed - filtered)} kept`
}
