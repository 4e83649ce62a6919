import { productSince } from '@doorman/domain/brand'
import { formatCountOf, groupThousands } from '@doorman/domain/format'
import { isSameDay, toWallClock, type WallClock, type ZoneOffsets } from './wall-clock.ts'

export { formatCount, formatCountOf, formatPrice } from '@doorman/domain/format'

/** Formatters are made at their first use, which takes a phone 0.1 s. */
function dateFormat(options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined
  return {
    format: (date: Date) => (made ??= new Intl.DateTimeFormat('en-US', options)).format(date),
  }
}

const longDate = dateFormat({ dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day, as 'November 15, 2026'. */
export function formatDay(isoDate: string): string {
  return longDate.format(new Date(isoDate))
}

const shortDay = dateFormat({
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A calendar day, as 'Nov 15'. */
export function formatShortDay(isoDate: string): string {
  return shortDay.format(new Date(isoDate))
}

const weekday = dateFormat({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A calendar day, as 'Sunday, November 15'. */
export function formatWeekday(isoDate: string): string {
  return weekday.format(new Date(isoDate))
}

const longMonth = dateFormat({
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortMonth = dateFormat({
  month: 'short',
  year: '2-digit',
  timeZone: 'UTC',
})

/** The month of a calendar day, as 'November 2026'. */
export function formatMonth(isoDate: string): string {
  return longMonth.format(new Date(isoDate))
}

/** The month of a calendar day, as 'Nov 26'. */
export function formatShortMonth(isoDate: string): string {
  return shortMonth.format(new Date(isoDate))
}

/**
 * A moment in the reader's time zone, as 'Today at 2:05 PM' or 'Nov 15, 2026, 2:05 PM'. `zone` is
 * the browser's by default. A page that the server renders has to name it.
 */
export function formatMoment(isoTime: string, now: Date, zone?: ZoneOffsets): string {
  const moment = toWallClock(new Date(isoTime), zone)
  if (isSameDay(moment, toWallClock(now, zone))) return `Today at ${toTimeOfDay(moment)}`
  return `${toDayAndYear(moment)}, ${toTimeOfDay(moment)}`
}

/** A moment for a narrow column: '2:05 PM', 'Nov 15' or 'Nov 15, 2025'. */
export function formatBriefly(isoTime: string, now: Date, zone?: ZoneOffsets): string {
  const moment = toWallClock(new Date(isoTime), zone)
  const today = toWallClock(now, zone)
  if (isSameDay(moment, today)) return toTimeOfDay(moment)
  return moment.year === today.year ? toDayOfYear(moment) : toDayAndYear(moment)
}

/** The day in the reader's time zone, such as `2026-11-17`. */
export function toToday(now: Date, zone?: ZoneOffsets): string {
  const { year, month, day } = toWallClock(now, zone)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function toTimeOfDay({ hour, minute }: WallClock): string {
  return `${hour % 12 || 12}:${twoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

function toDayOfYear({ month, day }: WallClock): string {
  return `${monthNames[month - 1]} ${day}`
}

function toDayAndYear(clock: WallClock): string {
  return `${toDayOfYear(clock)}, ${clock.year}`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

/** As '1 email' or '1,204 emails'. */
export function formatEmails(count: number): string {
  return formatCountOf(count, 'email', 'emails')
}

/** A share of 1, as '98%'. Values outside 0 to 1 are clamped. */
export function formatConfidence(share: number): string {
  return `${Math.round(100 * Math.min(1, Math.max(0, share)))}%`
}

/** As '1 day' or '7 days'. */
export function formatDays(count: number): string {
  return formatCountOf(count, 'day', 'days')
}

/** As '23.4%'. */
export function formatPercent(percent: number): string {
  return `${groupThousands(String(Math.round(10 * percent) / 10))}%`
}

/** As '59 min', or from 60 minutes on as '1.7 hours'. */
export function formatTimeSaved(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${groupThousands((minutes / 60).toFixed(1))} hours`
}

/** As '1 view' or '1,204 views'. */
export function formatViews(count: number): string {
  return formatCountOf(count, 'view', 'views')
}

/** As '1 article' or '12 articles'. */
export function formatArticles(count: number): string {
  return formatCountOf(count, 'article', 'articles')
}

/** As '999', or from 1,000 on as '1.5k'. */
export function formatShares(count: number): string {
  return count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}k`
}

export function formatCopyrightYears(year: number): string {
  return year > productSince ? `${productSince}–${year}` : `${productSince}`
}

/** The letter in a user's avatar. */
export function toInitial(email: string | undefined): string {
  return (email?.trim()[0] ?? 'U').toUpperCase()
}
