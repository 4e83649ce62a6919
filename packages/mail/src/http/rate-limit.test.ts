import { VirtualClock } from '@doorman/simulators/world/clock'
import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

const { signal } = new AbortController()

test('spends the quota in full and never exceeds it in any minute', async () => {
  const clock = new VirtualClock(new Date('2025-05-13T09:00:00Z'))
  const startMs = clock.now().getTime()
  const limiter = createRateLimiter({ unitsPerMinute: 5_000, burst: 1_000, clock })
  const spentAtMs: number[] = []
  for (let call = 0; call < 1_000; call++) {
    const taken = limiter.take(20, signal)
    await clock.advance(240)
    await taken
    spentAtMs.push(clock.now().getTime() - startMs)
  }
  const inMinuteFrom = (fromMs: number) =>
    spentAtMs.filter((ms) => ms > fromMs && ms <= fromMs + 60_000).length * 20
  for (let second = 0; second < 180; second++)
    expect(inMinuteFrom(second * 1000)).toBeLessThanOrEqual(6_000)
  expect(inMinuteFrom(60_000)).toBe(5_000)
})

test('callers queue up, and one that would wait over 10 seconds fails', async () => {
  const waits: number[] = []
  const now = new Date(0)
  const clock = { now: () => now, sleep: async (ms: number) => void waits.push(ms) }
  const limiter = createRateLimiter({ unitsPerMinute: 60, burst: 1, clock })
  for (let call = 0; call < 11; call++) await limiter.take(1, signal)
  expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((seconds) => seconds * 1000))
  await expect(limiter.take(1, signal)).rejects.toMatchObject({
    failure: 'rate-limited',
    retryAfterMs: 11_000,
  })
})
