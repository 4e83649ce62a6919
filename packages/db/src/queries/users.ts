import type { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { users } from '../schema.ts'

/**
 * Lets changes to what a user has come one after the other. Whoever makes one
 * holds the user before anything else, and then two of them cannot wait for each
 * other. Rows that merely name the user are written meanwhile.
 */
export async function holdUser(
  tx: Db,
  userId: UserId,
): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return user
}

/**
 * Lets nobody delete the user until we are done. Held before anything that goes
 * with the user, as by whoever deletes them: neither then waits for the other.
 */
export async function pinUser(tx: Db, userId: UserId): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
}
