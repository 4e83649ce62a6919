import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LatestSaver, type SaveState } from './latest-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A saver whose requests are answered by hand. */
function setUp() {
  const sent: { value: string; answer: (isOk: boolean) => void }[] = []
  const states: SaveState[] = []
  const saver = new LatestSaver({
    pauseMs: 400,
    onState: (state) => void states.push(state),
    save: (value) =>
      new Promise((resolve, reject) => {
        sent.push({ value, answer: (isOk) => (isOk ? resolve(null) : reject(new Error('down'))) })
      }),
  })
  return { saver, sent, states, values: () => sent.map(({ value }) => value) }
}

test('nothing is sent until typing pauses, and then only the last value', () => {
  const { saver, values } = setUp()
  saver.type('a')
  vi.advanceTimersByTime(399)
  saver.type('ab')
  vi.advanceTimersByTime(399)
  expect(values()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(values()).toEqual(['ab'])
})

test('a value typed while a request runs is sent after it, never beside it', async () => {
  const { saver, sent, states, values } = setUp()
  saver.type('a')
  vi.advanceTimersByTime(400)
  saver.type('ab')
  vi.advanceTimersByTime(400)
  saver.type('abc')
  vi.advanceTimersByTime(400)
  expect(values()).toEqual(['a'])
  sent[0]!.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(values()).toEqual(['a', 'abc'])
  expect(states.at(-1)).toBe('saving')
  sent[1]!.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toBe('saved')
  expect(states).not.toContain('failed')
  expect(saver.hasUnsaved).toBe(false)
})

test('a failed request does not hold back the next value', async () => {
  const { saver, sent, states, values } = setUp()
  saver.type('a')
  saver.flush()
  saver.type('ab')
  sent[0]!.answer(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(values()).toEqual(['a', 'ab'])
  expect(states).not.toContain('failed')
  sent[1]!.answer(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toBe('failed')
})

test('leaving the field sends the waiting value immediately, and only once', () => {
  const { saver, values } = setUp()
  saver.type('a')
  expect(saver.hasUnsaved).toBe(true)
  saver.flush()
  vi.advanceTimersByTime(400)
  expect(values()).toEqual(['a'])
})

test('a dropped value is not sent', () => {
  const { saver, values } = setUp()
  saver.type('a')
  saver.drop()
  vi.advanceTimersByTime(400)
  saver.flush()
  expect(values()).toEqual([])
})
