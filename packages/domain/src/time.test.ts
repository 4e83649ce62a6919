import { expect, test } from 'vitest'
import { isTimeZone, toDayIn } from './time.ts'

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
