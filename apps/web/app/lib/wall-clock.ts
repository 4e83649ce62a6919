import { dayMs, minuteMs } from '@doorman/domain/time'

/** Date and time as on a wall clock and calendar. The first month is 1, hours go to 23. */
export type WallClock = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/**
 * A time zone as the minutes that it is ahead of UTC, and since when, oldest first. The server makes
 * this list and sends it with a page, so that server and browser show the same times. A name would need
 * `Intl`, whose first use takes 0.1 s on a phone.
 */
export type ZoneOffsets = readonly { readonly since: number; readonly minutes: number }[]

/** A moment in a time zone; by default in this computer's. */
export function toWallClock(moment: Date, zone?: ZoneOffsets): WallClock {
  const time = moment.getTime()
  const minutes = zone ? findMinutes(zone, time) : -moment.getTimezoneOffset()
  const shifted = new Date(time + minutes * minuteMs)
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  }
}

export function isSameDay(one: WallClock, other: WallClock): boolean {
  return one.year === other.year && one.month === other.month && one.day === other.day
}

/**
 * Whether this computer's offsets match the zone's: now, at each change of the clocks, and every 60
 * days of the last year.
 */
export function isOwnZone(zone: ZoneOffsets, now = Date.now()): boolean {
  const isOwn = (time: number) => -new Date(time).getTimezoneOffset() === findMinutes(zone, time)
  const seasons = [0, 1, 2, 3, 4, 5, 6].map((index) => now - index * seasonMs)
  return [...seasons, ...zone.map(({ since }) => since)].every(isOwn)
}

function findMinutes(zone: ZoneOffsets, time: number): number {
  return (zone.findLast(({ since }) => since <= time) ?? zone[0])?.minutes ?? 0
}

/** Offsets cover a bit more than a year. Older times use the oldest offset, so they can be an hour off. */
const pastMs = 400 * dayMs
const futureMs = 14 * dayMs
const stepMs = 7 * dayMs
const seasonMs = 60 * dayMs

/** The zone's offsets around now, for the server. An unknown zone counts as UTC. */
export function toZoneOffsets(timeZone: string, now: number): ZoneOffsets {
  const format = toFormat(timeZone)
  if (format === null) return [{ since: now - pastMs, minutes: 0 }]
  const offsetAt = (time: number) => readOffset(format.format(time))
  const begin = now - pastMs
  const offsets = [{ since: begin, minutes: offsetAt(begin) }]
  for (let time = begin + stepMs; time <= now + futureMs; time += stepMs) {
    const minutes = offsetAt(time)
    if (minutes === offsets.at(-1)?.minutes) continue
    offsets.push({ since: findChange(time - stepMs, time, minutes, offsetAt), minutes })
  }
  return offsets
}

/** `null` for a zone that this version of Node does not know. */
function toFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
}

/** The first minute with the new offset, by bisection. */
function findChange(
  before: number,
  after: number,
  minutes: number,
  offsetAt: (time: number) => number,
): number {
  let [low, high] = [Math.floor(before / minuteMs), Math.ceil(after / minuteMs)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * minuteMs) === minutes) high = middle
    else low = middle
  }
  return high * minuteMs
}

/** As in '11/18/2026, GMT+05:30'. UTC itself has no digits. */
function readOffset(text: string): number {
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? []
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -size : size
}
