import * as z from 'zod/mini'

export const passwordMinLength = 8
const passwordMaxLength = 128

export const passwordTooShort = `Password must be at least ${passwordMinLength} characters long.`

/**
 * A new password. Only its length is checked here; the server also refuses the most common
 * passwords, a list too long to send to the browser.
 */
export const NewPassword = z.string().check(
  z.minLength(passwordMinLength, { error: passwordTooShort }),
  z.regex(/\S/, { error: 'Password must not be empty.' }),
  z.maxLength(passwordMaxLength, {
    error: `Password must be at most ${passwordMaxLength} characters long.`,
  }),
)
