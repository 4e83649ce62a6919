import { AppError } from '@doorman/domain/app-error'
import { passwordMinLength } from '@doorman/domain/password-policy'
import { dictionary } from '@zxcvbn-ts/language-common'

/** Only those long enough to be chosen here; shorter ones are refused for their length. */
const common = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= passwordMinLength),
)

export function refuseCommonPassword(password: string): void {
  if (common.has(password.toLowerCase()))
    throw new AppError('invalid', 'This password is one of the first that others would try.')
}
