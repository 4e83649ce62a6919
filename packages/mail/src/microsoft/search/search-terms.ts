/**
 * A `$search` for messages to or from an address or domain. `null` if it contains no word. In a
 * quoted phrase only quotes and a final asterisk have a meaning. KQL cannot escape them, so they
 * are removed. The backslashes are OData's. Matches may only resemble the phrase.
 * https://learn.microsoft.com/graph/search-query-parameter
 */
export function toPeopleSearch(
  field: 'recipients' | 'from',
  addressOrDomain: string,
): string | null {
  const phrase = addressOrDomain.replaceAll(/["\\*\p{C}]+/gu, ' ').trim()
  return /[\p{L}\p{N}]/u.test(phrase) ? String.raw`"${field}:\"${phrase}\""` : null
}

/** A string literal for `$filter`. Only an apostrophe can end it, and doubling escapes it. */
export function toFilterText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A time for `$filter`, without fractions: Graph shows and compares whole seconds. */
export function toFilterTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
