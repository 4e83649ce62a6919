import { dayMs, hourMs, minuteMs } from '@doorman/domain/time'

const localDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** A day in the admin's time zone, as 'Nov 15, 2026'. */
export function formatLocalDay(isoTime: string): string {
  return localDay.format(new Date(isoTime))
}

const localMoment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/** A time in the admin's time zone, as 'Nov 15, 2026, 4:05:06 PM'. */
export function formatLocalMoment(isoTime: string): string {
  return localMoment.format(new Date(isoTime))
}

const ages = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const

/** How far a time is from now, as '3 hours ago' or 'in 2 days'; 'just now' within a minute. */
export function formatAge(isoTime: string, now: Date): string {
  const ms = new Date(isoTime).getTime() - now.getTime()
  const unit = units.find(([, length]) => Math.abs(ms) >= length)
  return unit ? ages.format(Math.trunc(ms / unit[1]), unit[0]) : 'just now'
}
