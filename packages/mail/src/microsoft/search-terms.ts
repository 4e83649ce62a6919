/**
 * Mail to this address, or to somebody at this domain, in the words of
 * `$search`. Within a phrase only a quote and a closing asterisk mean
 * something, and KQL has no way to escape either, so they go; the backslashes
 * are OData's own. What is found only resembles what was asked for.
 * https://learn.microsoft.com/graph/search-query-parameter
 */
export function toRecipientSearch(addressOrDomain: string): string {
  const phrase = addressOrDomain.replaceAll(/["\\*\p{C}]+/gu, ' ').trim()
  return String.raw`"recipients:\"${phrase}\""`
}

/** A string in `$filter`: an apostrophe is doubled, and nothing else can end it. */
export function toFilterText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A moment in `$filter`. Graph shows whole seconds and compares what it shows, so the fraction goes. */
export function toFilterTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
