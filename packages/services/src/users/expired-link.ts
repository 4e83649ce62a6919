import { AppError } from '@doorman/domain/app-error'

export function expiredLink(): AppError {
  return new AppError('invalid', 'This link has expired or was used before. Ask for a new one.')
}
