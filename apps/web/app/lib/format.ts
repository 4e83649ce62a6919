import { productSince } from '@doorman/domain/brand'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day, as 'November 15, 2026'. */
export function formatDay(isoDate: string): string {
  return longDate.format(new Date(isoDate))
}

const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** A moment where the reader is, as 'Today at 2:05 PM' or 'Nov 15, 2026, 2:05 PM'. */
export function formatMoment(isoTime: string, now: Date): string {
  const moment = new Date(isoTime)
  const isToday = moment.toDateString() === now.toDateString()
  return isToday ? `Today at ${timeOfDay.format(moment)}` : dayAndTime.format(moment)
}

const plurals = new Intl.PluralRules('en-US')
const counts = new Intl.NumberFormat('en-US')

/** As '1 email' or '1,204 emails'. */
export function formatEmails(count: number): string {
  return `${counts.format(count)} ${plurals.select(count) === 'one' ? 'email' : 'emails'}`
}

export function formatCopyrightYears(year: number): string {
  return year > productSince ? `${productSince}–${year}` : `${productSince}`
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** A price, as '$9'. */
export function formatPrice(cents: number): string {
  return dollars.format(cents / 100)
}

/** The letter that stands for a person. */
export function toInitial(email: string | undefined): string {
  return (email?.trim()[0] ?? 'U').toUpperCase()
}
