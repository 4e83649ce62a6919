import type { UserId } from '@doorman/domain/ids'
import { noLessons, parseLessons, type Lessons } from '@doorman/domain/lessons'
import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { lessons } from '../schema.ts'

export async function loadLessons(db: Db, userId: UserId): Promise<Lessons> {
  const [taught] = await db.select().from(lessons).where(eq(lessons.userId, userId))
  return parseLessons(taught?.acts)
}

/** Within the transaction of the act that teaches something, or takes it back. */
export async function changeLessons(
  tx: Db,
  userId: UserId,
  change: (known: Lessons) => Lessons,
): Promise<void> {
  await tx.insert(lessons).values({ userId, acts: noLessons }).onConflictDoNothing()
  // Two acts at once would each forget the other.
  const [taught] = await tx.select().from(lessons).where(eq(lessons.userId, userId)).for('update')
  const acts = change(parseLessons(taught?.acts))
  await tx.update(lessons).set({ acts }).where(eq(lessons.userId, userId))
}
