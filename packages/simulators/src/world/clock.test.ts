import { afterEach, expect, test, vi } from 'vitest'
import { VirtualClock } from './clock.ts'
import { dayMs } from './time.ts'

const start = new Date('2026-11-15T12:00:00Z')

afterEach(() => vi.useRealTimers())

test('due tasks run in order, each at its own time', async () => {
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

test('a repeating task runs once per period until it is cancelled', async () => {
  const clock = new VirtualClock(start)
  let runs = 0
  const daily = clock.every(dayMs, () => void runs++)
  await clock.advance(7 * dayMs)
  expect(runs).toBe(7)
  daily.cancel()
  await clock.advance(7 * dayMs)
  expect(runs).toBe(7)
})

test('a sleep ends with the clock, or when its signal aborts', async () => {
  const clock = new VirtualClock(start)
  const timed = clock.sleep(1000)
  const abort = new AbortController()
  const endless = clock.sleep(Number.POSITIVE_INFINITY, abort.signal)
  await clock.advance(1000)
  await timed
  abort.abort(new Error('timeout'))
  await expect(endless).rejects.toThrow('timeout')
})

test('a failing task rejects the advance that ran it, and no later one', async () => {
  const clock = new VirtualClock(start)
  clock.after(1, () => {
    throw new Error('broken')
  })
  await expect(clock.advance(1)).rejects.toThrow('broken')
  await clock.advance(1)
})

test('the clock follows real time until it is stopped', async () => {
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
