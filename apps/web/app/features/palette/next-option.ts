type Press = { readonly key: string; readonly ctrlKey: boolean }

/** The option that a key moves to, or `null` for other keys. Arrow keys wrap around. */
export function findNextOption({ key, ctrlKey }: Press, current: number, count: number) {
  if (count === 0) return null
  if (key === 'ArrowDown' || (ctrlKey && key === 'n')) return (current + 1) % count
  if (key === 'ArrowUp' || (ctrlKey && key === 'p')) return (current - 1 + count) % count
  if (key === 'PageDown') return Math.min(current + pageSize, count - 1)
  if (key === 'PageUp') return Math.max(current - pageSize, 0)
  return null
}

const pageSize = 8
