import { expect, test } from 'vitest'
import { toPeriod, toPeriodPath } from './chart-period.ts'

test.each([
  ['day', '2026-11-15', { since: '2026-11-15', until: '2026-11-15' }],
  ['week', '2026-11-09', { since: '2026-11-09', until: '2026-11-15' }],
  ['month', '2026-11-01', { since: '2026-11-01', until: '2026-11-30' }],
  ['month', '2028-02-01', { since: '2028-02-01', until: '2028-02-29' }],
  ['month', '2026-12-01', { since: '2026-12-01', until: '2026-12-31' }],
] as const)('the %s of %s is %j', (step, day, period) => {
  expect(toPeriod(step, day, null)).toEqual(period)
})

test('a period does not begin before the range', () => {
  expect(toPeriod('week', '2026-11-09', '2026-11-12').since).toBe('2026-11-12')
  expect(toPeriod('week', '2026-11-16', '2026-11-12').since).toBe('2026-11-16')
})

test('a point leads to the filtered emails of its period', () => {
  expect(toPeriodPath('day', '2026-11-15', '2026-11-11')).toBe(
    '/filtered-emails?since=2026-11-15&until=2026-11-15&state=filtered',
  )
})
