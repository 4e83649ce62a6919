const counts = new Intl.NumberFormat('en-US')
const plurals = new Intl.PluralRules('en-US')

/** As '1,204'. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** A number with the singular or plural of a word. */
export function formatCountOf(count: number, one: string, other: string): string {
  return `${counts.format(count)} ${plurals.select(count) === 'one' ? one : other}`
}
