import type { Db } from '@doorman/db/client'
import { endAccountLinks } from '@doorman/db/queries/link-tokens'
import { accounts } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { orderEmails } from '../emails/order-email.ts'
import type { Context } from '../ports/context.ts'
import { endSignIns } from './end-sign-ins.ts'

/**
 * Stores a new password, ends all login sessions of the user and orders the email about it. A user
 * who came from a provider has had no password. The user must be locked: a sign-in with the old
 * password would otherwise start a session after the others have ended.
 */
export async function setPassword(
  ctx: Context,
  tx: Db,
  { userId, hash, ip }: { readonly userId: UserId; readonly hash: string; readonly ip: string },
): Promise<void> {
  await storePassword(ctx, tx, { userId, hash })
  await orderEmails(ctx, tx, [{ userId, kind: 'password-changed' }])
  await endSignIns(ctx, tx, userId, { reason: 'password-changed', ip })
}

/** Stores a password and ends the links that reset it. The user must be locked. */
export async function storePassword(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  { userId, hash }: { readonly userId: UserId; readonly hash: string },
): Promise<void> {
  const at = now()
  const account = { userId, providerId: 'credential', accountId: userId } as const
  await tx
    .insert(accounts)
    .values({ ...account, password: hash, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password: hash, updatedAt: at },
    })
  // The user may change the password because a stranger has read their email.
  await endAccountLinks(tx, userId, at, ['reset-password'])
}
