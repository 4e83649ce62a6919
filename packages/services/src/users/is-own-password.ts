import { AppError } from '@doorman/domain/app-error'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { findPasswordHash } from './find-password-hash.ts'

/** Refuses users who have none, because they sign in with a provider: they have to set one first. */
export async function isOwnPassword(
  { db, passwords }: Context,
  { userId }: Actor,
  password: string,
): Promise<boolean> {
  const hash = await findPasswordHash(db, userId)
  if (hash === null)
    throw new AppError(
      'invalid',
      'You don’t have a password yet. Set one first: Account Settings can email you the link.',
    )
  return passwords.verify(password, hash)
}
