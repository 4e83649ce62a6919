/** A zone's name as browsers give it, such as `Europe/Zurich`. */
const name = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/

export function isTimeZone(text: string): boolean {
  if (!name.test(text)) return false
  try {
    toDayIn(text, new Date(0))
    return true
  } catch {
    return false
  }
}

/** Which day it is there, as `2026-11-15`. */
export function toDayIn(timeZone: string, time: Date): string {
  // Canada writes its dates like this.
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time)
}
