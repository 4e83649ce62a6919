import { expect, test } from 'vitest'
import { hourMs, toDayIn } from '../time.ts'
import { toDueMonday, toReportWeek, toWeekInWords } from './weekly-report.ts'

test.each([
  ['UTC', '2026-11-16T07:59:59.999Z', null],
  ['UTC', '2026-11-16T08:00:00Z', '2026-11-16'],
  ['UTC', '2026-11-18T23:59:59.999Z', '2026-11-16'],
  ['UTC', '2026-11-19T00:00:00Z', null],
  ['UTC', '2026-11-22T23:59:59Z', null],
  // Clocks went forward on Sunday, March 29: 8:00 is 6:00 UTC, a week before it was 7:00 UTC.
  ['Europe/Berlin', '2026-03-23T06:59:59Z', null],
  ['Europe/Berlin', '2026-03-23T07:00:00Z', '2026-03-23'],
  ['Europe/Berlin', '2026-03-30T05:59:59Z', null],
  ['Europe/Berlin', '2026-03-30T06:00:00Z', '2026-03-30'],
  // Clocks went back on Sunday, October 25.
  ['Europe/Berlin', '2026-10-26T06:59:59Z', null],
  ['Europe/Berlin', '2026-10-26T07:00:00Z', '2026-10-26'],
  ['America/New_York', '2026-03-09T11:59:59Z', null],
  ['America/New_York', '2026-03-09T12:00:00Z', '2026-03-09'],
  ['America/New_York', '2026-11-02T12:59:59Z', null],
  ['America/New_York', '2026-11-02T13:00:00Z', '2026-11-02'],
  // A Monday that is a leap day, and one after a leap day.
  ['UTC', '2044-02-29T08:00:00Z', '2044-02-29'],
  ['UTC', '2028-03-01T12:00:00Z', '2028-02-28'],
  // +13:45 in summer, +12:45 in winter. Their Monday begins on our Sunday.
  ['Pacific/Chatham', '2026-11-15T18:14:59Z', null],
  ['Pacific/Chatham', '2026-11-15T18:15:00Z', '2026-11-16'],
  ['Pacific/Chatham', '2026-06-14T19:14:59Z', null],
  ['Pacific/Chatham', '2026-06-14T19:15:00Z', '2026-06-15'],
  // The earliest and the latest Monday of all.
  ['Pacific/Kiritimati', '2026-11-15T17:59:59Z', null],
  ['Pacific/Kiritimati', '2026-11-15T18:00:00Z', '2026-11-16'],
  ['Etc/GMT+12', '2026-11-16T19:59:59Z', null],
  ['Etc/GMT+12', '2026-11-19T11:59:59Z', '2026-11-16'],
  ['Etc/GMT+12', '2026-11-19T12:00:00Z', null],
])('in %s at %s the report of %s is due', (timeZone, now, monday) => {
  expect(toDueMonday(timeZone, new Date(now))).toBe(monday)
})

test('at any time, the report of one Monday is due in all time zones that have one', () => {
  const zones = ['Etc/GMT+12', 'America/New_York', 'UTC', 'Pacific/Chatham', 'Pacific/Kiritimati']
  for (let hour = 0; hour < 7 * 24; hour += 4) {
    const now = new Date(Date.parse('2026-03-01T00:30:00Z') + hour * hourMs)
    const due = zones.flatMap((zone) => toDueMonday(zone, now) ?? [])
    expect(new Set(due).size).toBeLessThanOrEqual(1)
  }
})

test.each([
  ['2026-11-16', '2026-11-09', '2026-11-15'],
  ['2028-03-06', '2028-02-28', '2028-03-05'],
  ['2027-01-04', '2026-12-28', '2027-01-03'],
])('the report of %s is about %s to %s', (monday, firstDay, lastDay) => {
  expect(toReportWeek(monday)).toEqual({ firstDay, lastDay })
})

test('the week is over when its report is due', () => {
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    const now = new Date('2026-11-16T20:00:00Z')
    const { lastDay } = toReportWeek(toDueMonday(zone, now) ?? '')
    expect(lastDay < toDayIn(zone, now)).toBe(true)
  }
})

test.each([
  ['2026-11-16', 'November 9 to 15'],
  ['2026-12-07', 'November 30 to December 6'],
  ['2027-01-04', 'December 28 to January 3'],
])('the week before %s is called %s', (monday, words) => {
  expect(toWeekInWords(toReportWeek(monday))).toBe(words)
})
