/**
 * Runs one batch at a time. Items that are given meanwhile are the next batch: a burst of them takes few
 * runs, and one that comes alone doesn't wait. Resolves when the batch of the items has run. If that
 * fails, it fails for all of its items.
 */
export function inBatches<Item>(
  run: (items: readonly Item[]) => Promise<void>,
): (items: readonly Item[]) => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let next: { readonly items: Item[]; readonly isRun: Promise<void> } | null = null

  function openBatch() {
    const items: Item[] = []
    const isRun = running.then(() => {
      next = null
      return run(items)
    })
    running = isRun.catch(() => {})
    return { items, isRun }
  }

  return (items) => {
    next ??= openBatch()
    next.items.push(...items)
    return next.isRun
  }
}
