import * as z from 'zod/mini'

export function normaliseAddress(address: string): string {
  return address.trim().toLowerCase()
}

const notAnAddress = { error: 'Please enter a valid email address' }

/** An address as we store and compare it: trimmed and lower-cased, as long as RFC 5321 allows. */
export const EmailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, notAnAddress),
    z.regex(/^[^@]{1,64}@/, notAnAddress),
    z.email(notAnAddress),
  )
