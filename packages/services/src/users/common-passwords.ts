import { AppError } from '@doorman/domain/app-error'
import { passwordMinLength } from '@doorman/domain/accounts/password-policy'
import { dictionary } from '@zxcvbn-ts/language-common'

/** Shorter passwords are refused for their length. */
const common = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= passwordMinLength),
)

/** `field` is the name of the password in the request. */
export function refuseCommonPassword(password: string, field: string): void {
  if (common.has(password.toLowerCase()))
    throw new AppError('invalid', 'This password is too common. Please choose another one.', {
      field,
    })
}
