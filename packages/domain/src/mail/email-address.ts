import * as z from 'zod/mini'

export function normaliseAddress(address: string): string {
  return address.trim().toLowerCase()
}

export const notAnAddress = 'Please enter a valid email address'

const maxAddressChars = 254
const pattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]{0,63}[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Whether the text has the form of an email address. */
export function isEmailAddress(text: string): boolean {
  const address = normaliseAddress(text)
  return address.length <= maxAddressChars && pattern.test(address)
}

/**
 * An address as it is stored and compared: trimmed, in lower case, at most as long as RFC 5321
 * allows.
 */
export const EmailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(maxAddressChars, { error: notAnAddress }),
    z.regex(pattern, { error: notAnAddress }),
  )
