export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A name from the IANA database, such as `Europe/Zurich`. */
const zoneName = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/

export function isTimeZone(text: string): boolean {
  if (!zoneName.test(text)) return false
  try {
    toDayIn(text, new Date(0))
    return true
  } catch {
    return false
  }
}

/** The date in that time zone, as `2026-11-15`. */
export function toDayIn(timeZone: string, time: Date): string {
  // Canadian English writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time)
}
