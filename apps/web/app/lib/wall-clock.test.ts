import { dayMs, hourMs, minuteMs } from '@doorman/domain/time'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isOwnZone, toWallClock, toZoneOffsets, type ZoneOffsets } from './wall-clock.ts'

const now = Date.parse('2026-11-18T02:30:00Z')

/** Moments in a zone, according to `Intl`. */
function askIntl(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  return (time: number) => {
    const parts = format.formatToParts(time).filter(({ type }) => type !== 'literal')
    return Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  }
}

test.each([
  'UTC',
  'Europe/Zurich',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Chatham',
])('the clock of %s shows the moments of the last year as Intl does', (timeZone) => {
  const zone = toZoneOffsets(timeZone, now)
  const changes = zone.flatMap(({ since }) => [since, since - minuteMs, since + hourMs])
  const days = Array.from({ length: 80 }, (_, index) => now - index * 5 * dayMs)
  const expected = askIntl(timeZone)
  for (const time of [...changes.slice(2), ...days])
    expect(toWallClock(new Date(time), zone)).toEqual(expected(time))
})

test('without a zone it is the clock of this computer', () => {
  const moment = new Date(2026, 10, 15, 14, 5)
  expect(toWallClock(moment)).toEqual({ year: 2026, month: 11, day: 15, hour: 14, minute: 5 })
})

test.each([
  ['Europe/London', true],
  ['Europe/Lisbon', true],
  ['UTC', false],
  ['Europe/Paris', false],
])('in London, %s counts as the computer’s own zone: %j', (timeZone, isOwn) => {
  vi.stubEnv('TZ', 'Europe/London')
  onTestFinished(() => void vi.unstubAllEnvs())
  // All changes of the clocks are in between.
  const winter = Date.parse('2026-01-15T12:00:00Z')
  expect(isOwnZone(toZoneOffsets(timeZone, winter), winter)).toBe(isOwn)
})

test('a zone whose clocks change at another time is another zone', () => {
  const minutes = -new Date(now).getTimezoneOffset()
  const zone: ZoneOffsets = [
    { since: now - 400 * dayMs, minutes },
    { since: now - 2 * dayMs, minutes: minutes + 60 },
    { since: now - dayMs, minutes },
  ]
  expect(isOwnZone(zone.slice(0, 1), now)).toBe(true)
  expect(isOwnZone(zone, now)).toBe(false)
})

test('a zone that this version of Node does not know counts as UTC', () => {
  expect(toZoneOffsets('Mars/Olympus_Mons', now).map(({ minutes }) => minutes)).toEqual([0])
})
