import type { Db } from '@doorman/db/client'
import { accounts } from '@doorman/db/schema'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, sql } from 'drizzle-orm'
import { orderEmails } from '../../emails/order-email.ts'
import type { Context } from '../../ports/context.ts'

/**
 * Serialises what happens to one person of a provider. An advisory lock, because there may be no row
 * yet. Lock order: before the user.
 */
export async function lockIdentity(
  tx: Db,
  provider: SignInProvider,
  accountId: string,
): Promise<void> {
  const key = `${provider} ${accountId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** The user to whom a person of a provider is linked. */
export async function findLinkedUser(
  tx: Db,
  provider: SignInProvider,
  accountId: string,
): Promise<UserId | null> {
  const [account] = await tx
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.providerId, provider), eq(accounts.accountId, accountId)))
  return account?.userId ?? null
}

/** Whether the user is linked to a person at the provider. */
export async function hasIdentity(
  tx: Db,
  userId: UserId,
  provider: SignInProvider,
): Promise<boolean> {
  const isTheirs = and(eq(accounts.userId, userId), eq(accounts.providerId, provider))
  return (await tx.$count(accounts, isTheirs)) > 0
}

/** Links a person to a user and tells the user. Both must be locked. */
export async function addIdentity(
  ctx: Context,
  tx: Db,
  userId: UserId,
  provider: SignInProvider,
  accountId: string,
): Promise<void> {
  const at = ctx.now()
  await tx
    .insert(accounts)
    .values({ userId, providerId: provider, accountId, createdAt: at, updatedAt: at })
  await orderEmails(ctx, tx, [{ userId, kind: 'sign-in-linked' }])
}
