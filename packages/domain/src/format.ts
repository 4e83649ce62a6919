// Numbers, prices and dates as we word them, on every page and in every email.

const counts = new Intl.NumberFormat('en-US')
const plurals = new Intl.PluralRules('en-US')

/** As `1,204`. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** A number with the singular or plural of a word. */
export function formatCountOf(count: number, one: string, other: string): string {
  return `${counts.format(count)} ${plurals.select(count) === 'one' ? one : other}`
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** As `$9` or `$9.50`. */
export function formatPrice(cents: number): string {
  return dollars.format(cents / 100)
}

/** As `November 30`. */
export function formatDayIn(timeZone: string, time: Date): string {
  const options = { timeZone, month: 'long', day: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US', options).format(time)
}

/** As `December 17, 2026`. */
export function formatDateIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(time)
}
