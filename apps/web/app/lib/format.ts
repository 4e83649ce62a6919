import { productSince } from '@doorman/domain/brand'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day, as 'November 15, 2026'. */
export function formatDay(isoDate: string): string {
  return longDate.format(new Date(isoDate))
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
