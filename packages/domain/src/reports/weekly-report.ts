import { addDays, toDayIn, toHourIn, toMonday } from '../time.ts'

/** From this hour of Monday on, by the user's clock. */
const firstHour = 8
/** If we were down on Monday, the report comes until Wednesday ends. */
const lastDayAfterMonday = 2

/** The Monday whose report is due in a time zone, as `2026-11-16`; `null` if none is. */
export function toDueMonday(timeZone: string, now: Date): string | null {
  const today = toDayIn(timeZone, now)
  const monday = toMonday(today)
  const isDue =
    today === monday
      ? toHourIn(timeZone, now) >= firstHour
      : today <= addDays(monday, lastDayAfterMonday)
  return isDue ? monday : null
}

/** Whether the report of a Monday comes too late to be sent. */
export function isReportLate(monday: string, timeZone: string, now: Date): boolean {
  return toDayIn(timeZone, now) > addDays(monday, lastDayAfterMonday)
}

type Week = { readonly firstDay: string; readonly lastDay: string }

/** The week that a Monday's report covers: the seven days before that Monday. */
export function toReportWeek(monday: string): Week {
  return { firstDay: addDays(monday, -7), lastDay: addDays(monday, -1) }
}

const dates = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric' })

/** As `November 9 to 15`, or `November 30 to December 6`. */
export function toWeekInWords({ firstDay, lastDay }: Week): string {
  const isOneMonth = firstDay.slice(0, 7) === lastDay.slice(0, 7)
  const last = new Date(lastDay)
  return `${dates.format(new Date(firstDay))} to ${isOneMonth ? last.getUTCDate() : dates.format(last)}`
}
