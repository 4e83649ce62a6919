import { isEmailAddress, notAnAddress } from './email-address.ts'

/** How long a message from the contact form is kept. The privacy policy and the form say the same. */
export const contactKeptDays = 90

const tooLong = 'That is longer than we can take.'

export const contactRules = {
  name: { least: 2, most: 200, tooShort: 'Name must be at least 2 characters', tooLong },
  message: { least: 10, most: 5_000, tooShort: 'Message must be at least 10 characters', tooLong },
} as const

type ContactFields = { readonly name: string; readonly email: string; readonly message: string }
type ContactFaults = { readonly [Name in keyof ContactFields]?: string }

/** What is wrong with each field, by its name; nothing where nothing is. */
export function findContactFaults({ name, email, message }: ContactFields): ContactFaults {
  const nameFault = findLengthFault(name, contactRules.name)
  const messageFault = findLengthFault(message, contactRules.message)
  return {
    ...(nameFault && { name: nameFault }),
    ...(!isEmailAddress(email) && { email: notAnAddress }),
    ...(messageFault && { message: messageFault }),
  }
}

function findLengthFault(
  text: string,
  { least, most, tooShort, tooLong: tooLongWords }: (typeof contactRules)['name' | 'message'],
): string | null {
  const { length } = text.trim()
  if (length < least) return tooShort
  return length > most ? tooLongWords : null
}
