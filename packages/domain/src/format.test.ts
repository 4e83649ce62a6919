import { expect, test } from 'vitest'
import { formatCount, formatCountOf, formatDateIn, formatDayIn, formatPrice } from './format.ts'

test.each([
  ['UTC', 'November 30'],
  ['Pacific/Chatham', 'December 1'],
  ['America/New_York', 'November 30'],
])('in the time zone %s, the same time is on %s', (timeZone, words) => {
  expect(formatDayIn(timeZone, new Date('2026-11-30T12:00:00Z'))).toBe(words)
})

test('a date in another year includes the year', () => {
  expect(formatDateIn('America/New_York', new Date('2027-01-01T03:00:00Z'))).toBe(
    'December 31, 2026',
  )
})

test.each([
  [900, '$9'],
  [9_000, '$90'],
  [950, '$9.50'],
  [0, '$0'],
  [120_000, '$1,200'],
  [120_005, '$1,200.05'],
])('%i cents are %s', (cents, words) => {
  expect(formatPrice(cents)).toBe(words)
})

test.each([0, 1, 999, 1_000, 1.5, 1_234.5, 12_345, 123_456, 1_234_567, 1_234.125])(
  '%d is written as `Intl` writes it',
  (count) => {
    expect(formatCount(count)).toBe(new Intl.NumberFormat('en-US').format(count))
  },
)

test('only the count 1 takes the singular', () => {
  const words = [0, 1, 1.5, 2].map((count) => formatCountOf(count, 'hour', 'hours'))
  expect(words).toEqual(['0 hours', '1 hour', '1.5 hours', '2 hours'])
})
