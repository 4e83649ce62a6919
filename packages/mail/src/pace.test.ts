import { VirtualClock } from '@doorman/simulators/world/clock'
import { expect, test } from 'vitest'
import { createPace, createSlots } from './pace.ts'

const { signal } = new AbortController()

test('F34: a quota is never passed in any minute, and is used up to its limit', async () => {
  const clock = new VirtualClock(new Date('2025-05-13T09:00:00Z'))
  const startMs = clock.now().getTime()
  const pace = createPace({ unitsPerMinute: 5_000, burst: 1_000, clock })
  const spentAtMs: number[] = []
  for (let call = 0; call < 1_000; call++) {
    const taken = pace.take(20, signal)
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

test('those who come at once wait their turn, and the last is sent away with a time', async () => {
  const waits: number[] = []
  const now = new Date(0)
  const clock = { now: () => now, sleep: async (ms: number) => void waits.push(ms) }
  const pace = createPace({ unitsPerMinute: 60, burst: 1, clock })
  for (let call = 0; call < 11; call++) await pace.take(1, signal)
  expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((seconds) => seconds * 1000))
  await expect(pace.take(1, signal)).rejects.toMatchObject({
    failure: 'rate-limited',
    retryAfterMs: 11_000,
  })
})

test('R14: no more than four run at once, and all get their turn', async () => {
  const slots = createSlots(4)
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    return running
  }
  for (let round = 0; round < 2; round++) {
    const done = await Promise.all(Array.from({ length: 20 }, () => slots.run(work, signal)))
    expect(done).toHaveLength(20)
  }
  expect(most).toBe(4)
})

test('a slot comes free when its call fails, and whoever gave up takes none', async () => {
  const slots = createSlots(1)
  const giveUp = new AbortController()
  const failing = slots.run(async () => {
    await new Promise(setImmediate)
    throw new Error('failed')
  }, signal)
  const impatient = slots.run(async () => 'never', giveUp.signal)
  const patient = slots.run(async () => 'served', signal)
  giveUp.abort(new Error('gave up'))
  await expect(impatient).rejects.toThrow('gave up')
  await expect(failing).rejects.toThrow('failed')
  expect(await patient).toBe('served')
})
