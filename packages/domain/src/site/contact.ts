import { isEmailAddress, notAnAddress } from '../mail/email-address.ts'

/**
 * How long a message from the contact form is stored. The privacy policy and the form state it too.
 */
export const contactRetentionDays = 90

const tooLong = 'Please keep it shorter.'

export const contactRules = {
  name: { min: 2, max: 200, tooShort: 'Name must be at least 2 characters', tooLong },
  message: { min: 10, max: 5_000, tooShort: 'Message must be at least 10 characters', tooLong },
} as const

type ContactFields = { readonly name: string; readonly email: string; readonly message: string }
type ContactErrors = { readonly [Name in keyof ContactFields]?: string }

/** The error message of each invalid field. */
export function findContactErrors({ name, email, message }: ContactFields): ContactErrors {
  const nameError = findLengthError(name, contactRules.name)
  const messageError = findLengthError(message, contactRules.message)
  return {
    ...(nameError && { name: nameError }),
    ...(!isEmailAddress(email) && { email: notAnAddress }),
    ...(messageError && { message: messageError }),
  }
}

function findLengthError(
  text: string,
  { min, max, tooShort, tooLong: tooLongText }: (typeof contactRules)['name' | 'message'],
): string | null {
  const { length } = text.trim()
  if (length < min) return tooShort
  return length > max ? tooLongText : null
}
