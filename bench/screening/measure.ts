export type Speed = {
  readonly perCoreSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const measuredMs = 4_000

/** Repeats the work on all items for a few seconds, after one round to warm up. */
export async function measure<Item>(
  items: readonly Item[],
  work: (item: Item) => unknown,
): Promise<Speed> {
  for (const item of items) await work(item)
  const times: number[] = []
  const cpuBefore = process.cpuUsage()
  const endAt = performance.now() + measuredMs
  // Whole rounds only, so that every item counts equally.
  while (performance.now() < endAt)
    for (const item of items) {
      const startedAt = performance.now()
      await work(item)
      times.push(performance.now() - startedAt)
    }
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    perCoreSecond: times.length / ((user + system) / 1_000_000),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  }
}

/** Runs the same work five times, the first time without warming up. */
export async function measureWorst(
  work: () => unknown,
): Promise<{ medianMs: number; worstMs: number }> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return { medianMs: quantile(times, 0.5), worstMs: Math.max(...times) }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN
}
