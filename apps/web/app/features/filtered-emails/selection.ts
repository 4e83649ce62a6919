/** The selected ids, and the last clicked one, from which a shift-click extends a range. */
export type Selection<Id> = { readonly ids: ReadonlySet<Id>; readonly anchor: Id | null }

export const nothingSelected = { ids: new Set<never>(), anchor: null }

/** Toggles one id. With `isRange`, every id from the anchor to it gets the same state. */
export function toggleSelected<Id>(
  { ids, anchor }: Selection<Id>,
  list: readonly Id[],
  id: Id,
  isRange: boolean,
): Selection<Id> {
  const from = isRange && anchor !== null ? list.indexOf(anchor) : -1
  const to = list.indexOf(id)
  const range = from < 0 ? [id] : list.slice(Math.min(from, to), Math.max(from, to) + 1)
  const isSelected = !ids.has(id)
  const changed = new Set(ids)
  for (const each of range) {
    if (isSelected) changed.add(each)
    else changed.delete(each)
  }
  return { ids: changed, anchor: id }
}
