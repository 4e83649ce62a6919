export type Interval = 'month' | 'year'

const monthsOf: Readonly<Record<Interval, number>> = { month: 1, year: 12 }

/**
 * The end of the period that begins at `start`, in seconds. Periods are counted from the anchor, so
 * one that begins on January 31 ends on February 28 and the next one on March 31
 * (https://docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function toPeriodEnd(anchor: number, interval: Interval, start: number): number {
  let count = 0
  let end = anchor
  while (end <= start) end = addMonths(anchor, ++count * monthsOf[interval])
  return end
}

/** A day that the target month does not have becomes its last day. */
function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() / 1000
}
