/** A string literal for `$filter`. Only an apostrophe can end it, and doubling escapes it. */
export function toFilterText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A time for `$filter`, without fractions: Graph shows and compares whole seconds. */
export function toFilterTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
