import { expect, test } from 'vitest'
import { maxHourlyGrowth, toHourlyGrowth } from './flatness.ts'

const minutes = Array.from({ length: 60 }, (_, minute) => minute)

test('a process that grew while it warmed up is flat', () => {
  const values = minutes.map((minute) => (minute < 15 ? 50 + minute : 100 + (minute % 2)))
  expect(Math.abs(toHourlyGrowth(values, 1))).toBeLessThan(maxHourlyGrowth)
})

test('a process that leaks a megabyte every ten minutes is not flat', () => {
  const values = minutes.map((minute) => 100 + minute / 10)
  expect(toHourlyGrowth(values, 1)).toBeCloseTo(0.058, 2)
  expect(toHourlyGrowth(values, 1)).toBeGreaterThan(maxHourlyGrowth)
})

test('too few values say nothing', () => {
  expect(toHourlyGrowth(minutes.slice(0, 11), 1)).toBeNaN()
  expect(toHourlyGrowth(minutes.slice(0, 12), 1)).not.toBeNaN()
})
