import { expect, test } from 'vitest'
import { addDays, isTimeZone, toDayIn, toHourIn, toMonday } from './time.ts'

test.each([
  ['UTC', '2026-03-01'],
  ['America/Los_Angeles', '2026-02-28'],
  ['Pacific/Kiritimati', '2026-03-01'],
  ['Etc/GMT+3', '2026-02-28'],
])('in %s the date is %s', (timeZone, day) => {
  expect(toDayIn(timeZone, new Date('2026-03-01T00:30:00Z'))).toBe(day)
})

test('the date is right when clocks change and on a leap day', () => {
  expect(toDayIn('Europe/Zurich', new Date('2026-03-28T23:30:00Z'))).toBe('2026-03-29')
  expect(toDayIn('Asia/Kolkata', new Date('2028-02-28T18:30:00Z'))).toBe('2028-02-29')
})

test.each(['Europe/Zurich', 'America/Argentina/Ushuaia', 'Asia/Calcutta', 'Etc/GMT-14'])(
  '%s is a time zone',
  (text) => expect(isTimeZone(text)).toBe(true),
)

test.each(['', 'Moon/Base', '+05:30', 'Europe/Zurich; drop table users', `A${'a'.repeat(300)}`])(
  '“%s” is not a time zone',
  (text) => expect(isTimeZone(text)).toBe(false),
)

test.each([
  ['Pacific/Chatham', '2026-11-15T18:14:59Z', 7],
  ['Pacific/Chatham', '2026-11-15T18:15:00Z', 8],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', 1],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 3],
  ['UTC', '2026-11-15T00:30:00Z', 0],
])('in %s at %s it is %i o’clock', (timeZone, time, hour) => {
  expect(toHourIn(timeZone, new Date(time))).toBe(hour)
})

test('days are added over the end of a month, a leap day and a change of clocks', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
})

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2027-01-03', '2026-12-28'],
])('the week of %s begins on %s', (day, monday) => {
  expect(toMonday(day)).toBe(monday)
})
