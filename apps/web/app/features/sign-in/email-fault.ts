import { isEmailAddress, notAnAddress } from '@doorman/domain/email-address'
import { text } from '../../lib/text.ts'

/** What is wrong with an address, by the rule that the server has too; `null` if nothing is. */
export function findEmailFault(email: string): { email: string } | null {
  if (email.trim() === '') return { email: text.emailMissing }
  return isEmailAddress(email) ? null : { email: notAnAddress }
}
