import { passwordMinLength } from '@doorman/domain/accounts/password-policy'
import { text } from '../../lib/text.ts'

/** What is wrong with a new password: first its length, then its confirmation. */
export function findPasswordFault(password: string, confirmation: string) {
  if (password.length < passwordMinLength) {
    return { field: 'password', ...text.passwordTooShort } as const
  }
  if (password !== confirmation) return { field: 'confirmation', ...text.passwordsDiffer } as const
  return null
}
