import { expect, test } from 'vitest'
import { chooseLabels, toScales } from './chart-scales.ts'

const days = (count: number, processed = 0) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    processed,
    filtered: 0,
  }))

test.each([1, 2, 7, 30, 92])('%i bars share the width and stay inside it', (count) => {
  const points = days(count, 9)
  const { across } = toScales(points, 100)
  const starts = points.map(({ day }) => across(day) ?? NaN)
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  expect(starts[0]).toBeGreaterThan(0)
  expect((starts.at(-1) ?? NaN) + across.bandwidth()).toBeLessThan(100)
  expect(across.bandwidth()).toBeLessThan(20)
})

test.each([
  [0, [0, 1, 2, 3, 4]],
  [1, [0, 1, 2, 3, 4]],
  [1_000, [0, 200, 400, 600, 800, 1_000]],
])('with at most %i messages the axis has the whole-number ticks %j', (max, ticks) => {
  expect(toScales(days(7, max), 100).ticks).toEqual(ticks)
})

test.each([
  [1, 1],
  [7, 7],
  [30, 6],
  [92, 7],
])('a chart with %i points has %i labels', (count, labelled) => {
  expect(chooseLabels(days(count)).length).toBe(labelled)
})
