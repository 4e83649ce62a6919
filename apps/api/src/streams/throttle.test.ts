import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp() {
  const act = vi.fn()
  return { act, ...throttle(500, act) }
}

test('the first request runs at once, and all requests of the next interval run once, at its end', () => {
  const { act, ask } = setUp()
  ask()
  expect(act).toHaveBeenCalledTimes(1)
  for (let count = 0; count < 100; count++) ask()
  vi.advanceTimersByTime(499)
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(10_000)
  expect(act).toHaveBeenCalledTimes(2)
})

test('a delayed call begins a new interval', () => {
  const { act, ask } = setUp()
  ask()
  ask()
  vi.advanceTimersByTime(500)
  ask()
  expect(act).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(500)
  expect(act).toHaveBeenCalledTimes(3)
})

test('after a stop, a delayed call is not made', () => {
  const { act, ask, stop } = setUp()
  ask()
  ask()
  stop()
  vi.advanceTimersByTime(10_000)
  expect(act).toHaveBeenCalledTimes(1)
})
