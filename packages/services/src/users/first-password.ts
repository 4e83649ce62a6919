import type { Db } from '@doorman/db/client'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import type { Actor } from '../ports/actor.ts'
import { findPasswordHash } from './find-password-hash.ts'

/**
 * A stranger may have created the account with a provider that lets its people claim any address, and
 * have ordered the link. Its owner, who gets the email, would add a password to an account that the
 * stranger stays in. So the link works in a session of the account only: its owner has none.
 */
export async function refuseUnlessFirst(
  db: Db,
  actor: Actor | null,
  userId: UserId,
): Promise<void> {
  if (actor?.userId !== userId || actor.viewerId !== undefined)
    throw new AppError(
      'unauthenticated',
      'Sign in to the account that this link is for, then open it again.',
    )
  if ((await findPasswordHash(db, userId)) !== null) throw hasPasswordAlready()
}

export function hasPasswordAlready(): AppError {
  return new AppError('conflict', 'Your account already has a password.')
}
