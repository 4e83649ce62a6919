import { users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

/**
 * Notes that a page of the user is open for up to `openMs`. In that time the database announces changes
 * of their emails.
 */
export async function noteOpenPage(
  { db }: Pick<Context, 'db'>,
  userId: UserId,
  openMs: number,
): Promise<void> {
  const pagesOpenUntil = sql`greatest(${users.pagesOpenUntil},
    now() + ${openMs}::float8 * interval '1 millisecond')`
  await db.update(users).set({ pagesOpenUntil }).where(eq(users.id, userId))
}
