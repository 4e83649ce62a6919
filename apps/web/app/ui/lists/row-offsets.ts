/** Where each row starts, and finally where the list ends. Unmeasured rows count as `rowPx` high. */
export function toOffsets(
  ids: readonly string[],
  heights: ReadonlyMap<string, number>,
  rowPx: number,
): number[] {
  const offsets = [0]
  let end = 0
  for (const id of ids) offsets.push((end += heights.get(id) ?? rowPx))
  return offsets
}

/** The first and the last row between two offsets. */
export function findRows(
  offsets: readonly number[],
  from: number,
  to: number,
): { first: number; last: number } {
  const lastRow = offsets.length - 2
  const clamp = (row: number) => Math.max(0, Math.min(row, lastRow))
  return { first: clamp(rowAt(offsets, from)), last: clamp(rowAt(offsets, to)) }
}

/** Binary search, since there may be thousands of rows. */
function rowAt(offsets: readonly number[], px: number): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((offsets[middle] ?? Infinity) <= px) low = middle
    else high = middle - 1
  }
  return low
}
