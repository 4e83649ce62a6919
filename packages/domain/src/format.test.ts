import { expect, test } from 'vitest'
import { formatDateIn, formatDayIn, formatPrice } from './format.ts'

test.each([
  ['UTC', 'November 30'],
  ['Pacific/Chatham', 'December 1'],
  ['America/New_York', 'November 30'],
])('in %s a time is on %s', (timeZone, words) => {
  expect(formatDayIn(timeZone, new Date('2026-11-30T12:00:00Z'))).toBe(words)
})

test('a date of another year names the year', () => {
  expect(formatDateIn('America/New_York', new Date('2027-01-01T03:00:00Z'))).toBe(
    'December 31, 2026',
  )
})

test.each([
  [900, '$9'],
  [9_000, '$90'],
  [950, '$9.50'],
  [120_000, '$1,200'],
])('%i cents are %s', (cents, words) => {
  expect(formatPrice(cents)).toBe(words)
})
