export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A name from the IANA database, such as `Europe/Zurich`. */
const zoneName = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/

export function isTimeZone(text: string): boolean {
  if (!zoneName.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** The date in that time zone, as `2026-11-15`. */
export function toDayIn(timeZone: string, time: Date): string {
  // Canadian English writes dates as ISO 8601 does.
  return toFormatter('en-CA', { timeZone, dateStyle: 'short' }).format(time)
}

/** The hour of the day in that time zone, 0 to 23. */
export function toHourIn(timeZone: string, time: Date): number {
  return Number(toFormatter('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(time))
}

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Bounds the cache. Few zones are in use; a zone beyond the limit is only slower. */
const maxFormatters = 500

/** Cached, because making a formatter costs a hundred times as much as using it. */
function toFormatter(
  locale: string,
  options: Intl.DateTimeFormatOptions & { readonly timeZone: string },
): Intl.DateTimeFormat {
  const key = `${locale} ${options.timeZone}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  if (formatters.size < maxFormatters) formatters.set(key, formatter)
  return formatter
}

/** A day such as `2026-11-15` stands for midnight UTC, so adding days never crosses a clock change. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** The Monday of the day's week. */
export function toMonday(day: string): string {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}
