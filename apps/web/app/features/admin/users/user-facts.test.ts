import { expect, test } from 'vitest'
import { describeTrial, toTrialDays } from './user-facts.ts'

const now = new Date('2026-11-17T12:00:00Z')

test.each([
  ['2026-12-01T12:00:00Z', 14],
  ['2026-11-18T12:00:01Z', 2],
  ['2026-11-18T12:00:00Z', 1],
  ['2026-11-17T12:00:01Z', 1],
  ['2026-11-17T12:00:00Z', 0],
  ['2026-11-17T00:00:00Z', 0],
  ['2025-01-01T00:00:00Z', 0],
  [null, null],
])('a trial that ends at %s has %s days left', (end, days) => {
  expect(toTrialDays(end, now)).toBe(days)
})

test.each([
  [null, 'No trial yet'],
  ['2026-11-17T00:00:00Z', 'Trial over'],
  ['2026-11-18T12:00:00Z', 'Trial: 1 day left'],
  ['2026-12-01T12:00:00Z', 'Trial: 14 days left'],
])('a trial that ends at %s reads %j', (trialEndDate, expected) => {
  expect(describeTrial({ trialEndDate }, now)).toBe(expected)
})
