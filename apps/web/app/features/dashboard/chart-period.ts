import type { ChartStep } from '@doorman/domain/site/dashboard'
import { addDays } from '@doorman/domain/time'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'

type Period = { readonly since: string; readonly until: string }

/**
 * The days that a point covers. The first week or month may begin before the range: its count
 * does not, so neither does its period.
 */
export function toPeriod(step: ChartStep, day: string, firstDay: string | null): Period {
  const since = firstDay !== null && firstDay > day ? firstDay : day
  switch (step) {
    case 'day':
      return { since, until: day }
    case 'week':
      return { since, until: addDays(day, 6) }
    case 'month': {
      // 31 days after the first of a month is always in the next month.
      const nextMonth = `${addDays(day, 31).slice(0, 7)}-01`
      return { since, until: addDays(nextMonth, -1) }
    }
  }
}

/** The list of the filtered emails that a point counts. */
export function toPeriodPath(step: ChartStep, day: string, firstDay: string | null): string {
  return toFilteredEmailsPath({ ...toPeriod(step, day, firstDay), state: 'filtered' })
}
