import { afterEach, expect, test, vi } from 'vitest'
import { VirtualClock } from './clock.ts'

const start = new Date('2026-11-15T12:00:00Z')

afterEach(() => vi.useRealTimers())

test('what falls due runs in order, each at its own moment', async () => {
  const clock = new VirtualClock(start)
  const seen: string[] = []
  const note = (name: string) => () => void seen.push(`${name} ${clock.now().toISOString()}`)
  clock.after(3000, note('late'))
  clock.after(1000, note('early'))
  clock.after(9000, note('never'))
  await clock.advance(5000)
  expect(seen).toEqual(['early 2026-11-15T12:00:01.000Z', 'late 2026-11-15T12:00:03.000Z'])
  expect(clock.now()).toEqual(new Date('2026-11-15T12:00:05Z'))
})

test('work that makes work is done on the same way, until cancelled', async () => {
  const clock = new VirtualClock(start)
  let runs = 0
  const daily = clock.every(24 * 3_600_000, () => void runs++)
  await clock.advance(7 * 24 * 3_600_000)
  expect(runs).toBe(7)
  daily.cancel()
  await clock.advance(7 * 24 * 3_600_000)
  expect(runs).toBe(7)
})

test('a sleeper wakes with the clock, or when it gives up', async () => {
  const clock = new VirtualClock(start)
  const asleep = clock.sleep(1000)
  const patience = new AbortController()
  const endless = clock.sleep(Number.POSITIVE_INFINITY, patience.signal)
  await clock.advance(1000)
  await asleep
  patience.abort(new Error('enough'))
  await expect(endless).rejects.toThrow('enough')
})

test('a task that fails is told to whoever moved the clock, and to nobody after', async () => {
  const clock = new VirtualClock(start)
  clock.after(1, () => {
    throw new Error('broken')
  })
  await expect(clock.advance(1)).rejects.toThrow('broken')
  await clock.advance(1)
})

test('for the demo it follows real time, until told to stop', async () => {
  vi.useFakeTimers()
  const clock = new VirtualClock(start)
  let runs = 0
  clock.every(1000, () => void runs++)
  const stop = clock.followRealTime()
  await vi.advanceTimersByTimeAsync(3000)
  expect(clock.now()).toEqual(new Date('2026-11-15T12:00:03Z'))
  expect(runs).toBe(3)
  stop()
  await vi.advanceTimersByTimeAsync(3000)
  expect(runs).toBe(3)
})
