/** A date in digits, with day, month or year first. */
export function isDate(value: string): boolean {
  return /^\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{2}|\d{4})$|^\d{4}[./-]\d{1,2}[./-]\d{1,2}$/.test(value)
}

/** A year, or a range of years such as 2019-2024 or 2019/20. */
export function isYears(value: string): boolean {
  return /^(?:19|20)\d{2}(?:[-/ ](?:(?:19|20)\d{2}|\d{2}))?$/.test(value)
}
