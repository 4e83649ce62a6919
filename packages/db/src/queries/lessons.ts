import type { UserId } from '@doorman/domain/ids'
import { noLessons, parseLessons, type Lessons } from '@doorman/domain/learning/lessons'
import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { lessons } from '../schema.ts'

/** Call it in the transaction of the user's action, so that the action and its lesson are one. */
export async function changeLessons(
  tx: Db,
  userId: UserId,
  change: (known: Lessons) => Lessons,
): Promise<void> {
  await tx.insert(lessons).values({ userId, actions: noLessons }).onConflictDoNothing()
  // Two actions of one user race here: each reads the array and writes it back whole. Without the
  // row lock the second would overwrite the lesson of the first.
  const [row] = await tx.select().from(lessons).where(eq(lessons.userId, userId)).for('update')
  const actions = change(parseLessons(row?.actions))
  await tx.update(lessons).set({ actions }).where(eq(lessons.userId, userId))
}
