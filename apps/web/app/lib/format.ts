const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day, as 'November 15, 2026'. */
export function formatDay(isoDate: string): string {
  return longDate.format(new Date(isoDate))
}

const firstYear = 2025

export function formatCopyrightYears(year: number): string {
  return year > firstYear ? `${firstYear}–${year}` : `${firstYear}`
}

/** The letter that stands for a person. */
export function toInitial(email: string | undefined): string {
  return (email?.trim()[0] ?? 'U').toUpperCase()
}
