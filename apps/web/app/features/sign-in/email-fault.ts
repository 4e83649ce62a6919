import { isEmailAddress, notAnAddress } from '@doorman/domain/mail/email-address'
import { text } from '../../lib/text.ts'

/** What is wrong with an email address by the server's own rule; `null` if it is valid. */
export function findEmailFault(email: string): { email: string } | null {
  if (email.trim() === '') return { email: text.emailMissing }
  return isEmailAddress(email) ? null : { email: notAnAddress }
}
