import type { UserId } from '@doorman/domain/ids'
import { learn, noLessons, parseLessons, type Lessons } from '@doorman/domain/lessons'
import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { lessons } from '../schema.ts'

export async function loadLessons(db: Db, userId: UserId): Promise<Lessons> {
  const [taught] = await db.select().from(lessons).where(eq(lessons.userId, userId))
  return parseLessons(taught?.acts)
}

/** Adds what the user has just taught us, within the transaction of the act itself. */
export async function addLesson(
  tx: Db,
  userId: UserId,
  act: Parameters<typeof learn>[1],
): Promise<void> {
  await tx.insert(lessons).values({ userId, acts: noLessons }).onConflictDoNothing()
  // Two acts at once would each forget the other.
  const [taught] = await tx.select().from(lessons).where(eq(lessons.userId, userId)).for('update')
  const acts = learn(parseLessons(taught?.acts), act)
  await tx.update(lessons).set({ acts }).where(eq(lessons.userId, userId))
}
