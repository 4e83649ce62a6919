import { passwordMinLength } from '@doorman/domain/password-policy'
import { text } from '../../lib/text.ts'

/** What is wrong with a password somebody chose: its length first, then whether it was typed alike twice. */
export function findPasswordFault(password: string, confirmation: string) {
  if (password.length < passwordMinLength) {
    return { field: 'password', ...text.passwordTooShort } as const
  }
  if (password !== confirmation) return { field: 'confirmation', ...text.passwordsDiffer } as const
  return null
}
