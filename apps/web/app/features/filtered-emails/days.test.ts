import { expect, test } from 'vitest'
import { dateOptions, describeDays, findDateOption, toDays } from './days.ts'

const today = '2026-11-03'
const anyDay = { since: null, until: null }

test('a range of days ends today, and today is one of its days', () => {
  expect(toDays('today', anyDay, today)).toEqual({ since: '2026-11-03', until: null })
  expect(toDays('7-days', anyDay, today)).toEqual({ since: '2026-10-28', until: null })
  expect(toDays('30-days', anyDay, today)).toEqual({ since: '2026-10-05', until: null })
  expect(toDays('', { since: '2026-10-05', until: null }, today)).toEqual(anyDay)
})

test('custom dates begin with the days shown so far, or the last seven', () => {
  expect(toDays('custom', anyDay, today)).toEqual({ since: '2026-10-28', until: '2026-11-03' })
  expect(toDays('custom', { since: '2026-10-05', until: null }, today)).toEqual({
    since: '2026-10-05',
    until: '2026-11-03',
  })
})

test.each(dateOptions)('the option %j is recognised by its days', ({ value }) => {
  expect(findDateOption(toDays(value, anyDay, today), today)).toBe(value)
})

test.each([
  [{ since: '2026-10-28', until: null }, 'Last 7 days'],
  [{ since: '2026-10-01', until: null }, 'Since Oct 1'],
  [{ since: null, until: '2026-10-01' }, 'Until Oct 1'],
  [{ since: '2026-10-28', until: '2026-11-03' }, 'Oct 28 – Nov 3'],
  [{ since: '2026-10-28', until: '2026-10-28' }, 'Oct 28'],
])('%j reads as %j', (days, words) => {
  expect(describeDays(days, today)).toBe(words)
})
