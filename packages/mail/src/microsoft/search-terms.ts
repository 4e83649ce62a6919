/**
 * Mail to or from this address, or somebody at this domain, in the words of
 * `$search`. Within a phrase only a quote and a closing asterisk mean
 * something, and KQL has no way to escape either, so they go; the backslashes
 * are OData's own. What is found only resembles what was asked for. `null`
 * where there is no word to look for.
 * https://learn.microsoft.com/graph/search-query-parameter
 */
export function toPeopleSearch(
  field: 'recipients' | 'from',
  addressOrDomain: string,
): string | null {
  const phrase = addressOrDomain.replaceAll(/["\\*\p{C}]+/gu, ' ').trim()
  return /[\p{L}\p{N}]/u.test(phrase) ? String.raw`"${field}:\"${phrase}\""` : null
}

/** A string in `$filter`: an apostrophe is doubled, and nothing else can end it. */
export function toFilterText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A moment in `$filter`. Graph shows whole seconds and compares what it shows, so the fraction goes. */
export function toFilterTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
