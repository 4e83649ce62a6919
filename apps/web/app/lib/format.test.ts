import { expect, test } from 'vitest'
import { formatCopyrightYears, formatDay, formatPrice, toInitial } from './format.ts'

test('a day is written long, in the US form', () => {
  expect(formatDay('2026-11-15')).toBe('November 15, 2026')
})

test.each([
  [2024, '2025'],
  [2025, '2025'],
  [2026, '2025–2026'],
])('in %i the copyright years are %s', (year, years) => {
  expect(formatCopyrightYears(year)).toBe(years)
})

test('a price has cents only where there are some', () => {
  expect([900, 9_000, 950].map(formatPrice)).toEqual(['$9', '$90', '$9.50'])
})

test.each([
  ['sam@example.com', 'S'],
  ['', 'U'],
  [undefined, 'U'],
])('the initial of %j is %s', (email, initial) => {
  expect(toInitial(email)).toBe(initial)
})
