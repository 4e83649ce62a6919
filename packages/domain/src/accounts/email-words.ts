// Dates and amounts as our emails word them.

/** As `November 30`. */
export function toDate(timeZone: string, time: Date): string {
  const options = { timeZone, month: 'long', day: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US', options).format(time)
}

/** As `December 17, 2026`. */
export function toDateWithYear(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(time)
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** As `$9` or `$9.50`. */
export function toAmount(cents: number): string {
  return dollars.format(cents / 100)
}
