import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tooltips } from './tooltips.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  tooltips.close()
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
})

test('a tooltip opens after the pointer has rested on its trigger for 700 ms', () => {
  tooltips.enter('a')
  vi.advanceTimersByTime(699)
  expect(tooltips.readOpen()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(tooltips.readOpen()).toBe('a')
})

test('a tooltip does not open if the pointer leaves or presses before', () => {
  tooltips.enter('a')
  tooltips.leave()
  vi.advanceTimersByTime(1_000)
  tooltips.enter('a')
  tooltips.close()
  vi.advanceTimersByTime(1_000)
  expect(tooltips.readOpen()).toBeNull()
})

test.each([
  [299, 'b'],
  [300, null],
])('%i ms after a tooltip closed, entering the next trigger opens at once: %j', (ms, open) => {
  tooltips.open('a')
  tooltips.close()
  vi.advanceTimersByTime(ms)
  tooltips.enter('b')
  expect(tooltips.readOpen()).toBe(open)
})

test('the next tooltip replaces an open one at once', () => {
  tooltips.open('a')
  tooltips.leave()
  tooltips.enter('b')
  vi.advanceTimersByTime(1_000)
  expect(tooltips.readOpen()).toBe('b')
})

test('a tooltip stays open while the pointer moves onto it, and closes when it leaves', () => {
  tooltips.open('a')
  tooltips.leave()
  tooltips.enter('a')
  vi.advanceTimersByTime(1_000)
  expect(tooltips.readOpen()).toBe('a')
  tooltips.leave()
  vi.advanceTimersByTime(100)
  expect(tooltips.readOpen()).toBeNull()
})
