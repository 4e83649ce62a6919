import * as z from 'zod/mini'

export function normaliseAddress(address: string): string {
  return address.trim().toLowerCase()
}

export const notAnAddress = 'Please enter a valid email address'

const longestAddress = 254
const pattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]{0,63}[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Whether somebody could be reached there, as far as one can see. */
export function isEmailAddress(text: string): boolean {
  const address = normaliseAddress(text)
  return address.length <= longestAddress && pattern.test(address)
}

/** An address as we store and compare it: trimmed and lower-cased, as long as RFC 5321 allows. */
export const EmailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(longestAddress, { error: notAnAddress }),
    z.regex(pattern, { error: notAnAddress }),
  )
