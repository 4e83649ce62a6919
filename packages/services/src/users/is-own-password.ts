import { accounts } from '@doorman/db/schema'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export async function isOwnPassword(
  { db, passwords }: Context,
  { userId }: Actor,
  password: string,
): Promise<boolean> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  return account?.hash != null && (await passwords.verify(password, account.hash))
}
