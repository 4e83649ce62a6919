import type { Db } from '@doorman/db/client'
import { accounts } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'

/** The hash of the user's password. `null` if they have none: they sign in with a provider. */
export async function findPasswordHash(db: Db, userId: UserId): Promise<string | null> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  return account?.hash ?? null
}
