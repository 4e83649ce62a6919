// Numbers, prices and dates as we word them, on every page and in every email.

// Numbers are formatted without Intl. Its first use takes 0.1 s on a phone, and almost every page shows a
// number before its first paint.

/** As `1,204`, or `1.5`. */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}

/** A number with the singular or plural of a word. */
export function formatCountOf(count: number, one: string, other: string): string {
  return `${formatCount(count)} ${count === 1 ? one : other}`
}

/** Puts commas between the thousands of a written number. */
export function groupThousands(number: string): string {
  const [whole = '', ...fraction] = number.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

/** As `$9` or `$9.50`. */
export function formatPrice(cents: number): string {
  const isWhole = cents % 100 === 0
  return `$${groupThousands((cents / 100).toFixed(isWhole ? 0 : 2))}`
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
