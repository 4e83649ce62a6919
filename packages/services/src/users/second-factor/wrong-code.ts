import { AppError } from '@doorman/domain/app-error'

/** The same for a code that is wrong, malformed or used: an attacker learns nothing from it. */
export function wrongCode(): AppError {
  return new AppError('invalid', 'That code is incorrect or was already used.')
}
