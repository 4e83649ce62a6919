/** What is selected, and where the last choice was made, from which a range goes on. */
export type Selection<Id> = { readonly ids: ReadonlySet<Id>; readonly anchor: Id | null }

export const nothingSelected = { ids: new Set<never>(), anchor: null }

/** Selects one or, if it was, unselects it. With `isRange` all from the anchor to it become what it becomes. */
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
