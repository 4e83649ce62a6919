import * as z from 'zod/mini'

export function normaliseAddress(address: string): string {
  return address.trim().toLowerCase()
}

/** An address as we store and compare it: trimmed and lower-cased. RFC 5321 allows 254 characters. */
export const EmailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.email({ error: 'Please enter a valid email address' }),
  )
