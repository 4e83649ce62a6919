import type { DashboardChart } from '@doorman/contract/dashboard'
import type { ChartStep } from '@doorman/domain/dashboard'
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

/** What a point stands for, in full. */
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

/** The same in a few letters, for the axis. */
export function labelPoint(step: ChartStep, day: string): string {
  return step === 'month' ? formatShortMonth(day) : formatShortDay(day)
}

/** Of one point, as the chart says it and a screen reader reads it. */
export function tellPoint(
  step: ChartStep,
  { day, processed, filtered }: DashboardChart['points'][number],
): string {
  return `${describePoint(step, day)}: ${formatCount(filtered)} filtered, ${formatCount(processed - filtered)} kept`
}
