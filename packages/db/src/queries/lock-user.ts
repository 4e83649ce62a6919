import type { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { users } from '../schema.ts'

/**
 * Serialises changes to what a user has: mailboxes, plan, replies. Lock order: the user first,
 * before any other row, so that two such transactions cannot deadlock. Under `no key update`, other
 * transactions can still insert rows that reference the user.
 */
export async function lockUser(
  tx: Db,
  userId: UserId,
): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return user
}

/**
 * Keeps the user from being deleted until the transaction ends. Lock order: before any row that is
 * deleted with the user, as `deleteUser` does. Otherwise the two transactions can deadlock.
 */
export async function lockUserAgainstDeletion(tx: Db, userId: UserId): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
}
