type Item = { readonly id: string }

/**
 * Splits a refetched list into what the user may see at once and what would shift the rows they
 * read: items that are new since `known` and stand above a known one. New items below the last
 * known one come from the next page and shift nothing.
 */
export function splitIncoming<Any extends Item>(
  items: readonly Any[],
  known: ReadonlySet<string>,
): { shown: readonly Any[]; incoming: readonly Any[] } {
  const lastKnown = items.findLastIndex(({ id }) => known.has(id))
  const isIncoming = ({ id }: Any, index: number) => index < lastKnown && !known.has(id)
  const incoming = items.filter(isIncoming)
  if (incoming.length === 0) return { shown: items, incoming }
  return { shown: items.filter((item, index) => !isIncoming(item, index)), incoming }
}
