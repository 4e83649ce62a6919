import { expect, test } from 'vitest'
import {
  formatBriefly,
  formatCopyrightYears,
  formatDay,
  formatDays,
  formatEmails,
  formatMoment,
  formatMonth,
  formatConfidence,
  formatPercent,
  formatPrice,
  formatShortDay,
  formatShortMonth,
  formatTimeSaved,
  formatShares,
  toInitial,
  toToday,
} from './format.ts'
import { toZoneOffsets } from './wall-clock.ts'

test('formatDay writes a day in the long US format', () => {
  expect(formatDay('2026-11-15')).toBe('November 15, 2026')
})

test('short days and months do not depend on the time zone', () => {
  expect(formatShortDay('2026-11-01')).toBe('Nov 1')
  expect(formatMonth('2026-11-01')).toBe('November 2026')
  expect(formatShortMonth('2026-11-01')).toBe('Nov 26')
})

test.each([
  ['the same day', new Date(2026, 10, 15, 0, 1), 'Today at 2:05 PM'],
  ['the day after', new Date(2026, 10, 16, 0, 1), 'Nov 15, 2026, 2:05 PM'],
])('formatMoment uses the reader’s time zone, seen on %s', (_, now, expected) => {
  const moment = new Date(2026, 10, 15, 14, 5).toISOString()
  expect(formatMoment(moment, now)).toBe(expected)
})

test.each([
  ['the same day', new Date(2026, 10, 15, 0, 1), '2:05 PM'],
  ['the day after', new Date(2026, 10, 16, 0, 1), 'Nov 15'],
  ['the year after', new Date(2027, 0, 1, 0, 1), 'Nov 15, 2026'],
])('formatBriefly leaves out today’s date and the current year, seen on %s', (_, now, expected) => {
  const moment = new Date(2026, 10, 15, 14, 5).toISOString()
  expect(formatBriefly(moment, now)).toBe(expected)
})

test('moments can be shown in the time zone of another place', () => {
  const zone = toZoneOffsets('Asia/Kolkata', Date.parse('2026-11-15T12:00:00Z'))
  const [moment, now] = ['2026-11-14T20:05:00Z', new Date('2026-11-15T12:00:00Z')]
  expect(formatMoment(moment, now, zone)).toBe('Today at 1:35 AM')
  expect(formatBriefly(moment, now, zone)).toBe('1:35 AM')
  expect(formatBriefly('2026-11-14T18:00:00Z', now, zone)).toBe('Nov 14')
  expect(toToday(new Date('2026-11-14T20:05:00Z'), zone)).toBe('2026-11-15')
})

test.each([
  [0, '12:05 AM'],
  [11, '11:05 AM'],
  [12, '12:05 PM'],
  [23, '11:05 PM'],
])('%i:05 is %s', (hour, words) => {
  const moment = new Date(2026, 10, 15, hour, 5)
  expect(formatBriefly(moment.toISOString(), moment)).toBe(words)
})

test('today is the day of the reader’s clock', () => {
  expect(toToday(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(toToday(new Date(2026, 10, 15, 0, 0))).toBe('2026-11-15')
})

test('formatConfidence rounds to whole percents and clamps to 0% and 100%', () => {
  expect([0, 0.984, 1, 1.2, -1].map(formatConfidence)).toEqual(['0%', '98%', '100%', '100%', '0%'])
})

test.each([
  [2024, '2025'],
  [2025, '2025'],
  [2026, '2025–2026'],
])('in %i the copyright years are %s', (year, years) => {
  expect(formatCopyrightYears(year)).toBe(years)
})

test('formatEmails chooses singular or plural', () => {
  expect([0, 1, 1_204].map(formatEmails)).toEqual(['0 emails', '1 email', '1,204 emails'])
})

test('formatDays chooses singular or plural', () => {
  expect([1, 2, 7].map(formatDays)).toEqual(['1 day', '2 days', '7 days'])
})

test('formatPercent has one decimal where needed', () => {
  expect([0, 23.4, 50, 100].map(formatPercent)).toEqual(['0%', '23.4%', '50%', '100%'])
})

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1.0 hours'],
  [103, '1.7 hours'],
  [90_000, '1,500.0 hours'],
])('%i minutes saved are shown as %s', (minutes, expected) => {
  expect(formatTimeSaved(minutes)).toBe(expected)
})

test('formatPrice leaves out zero cents', () => {
  expect([900, 9_000, 950].map(formatPrice)).toEqual(['$9', '$90', '$9.50'])
})

test.each([
  ['sam@example.com', 'S'],
  ['', 'U'],
  [undefined, 'U'],
])('the initial of %j is %s', (email, initial) => {
  expect(toInitial(email)).toBe(initial)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0k'],
  [1549, '1.5k'],
  [12_345, '12.3k'],
])('%i shares are shown as %s', (count, shown) => {
  expect(formatShares(count)).toBe(shown)
})
