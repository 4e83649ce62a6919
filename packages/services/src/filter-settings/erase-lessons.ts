import { lessons } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

/** Whom the user trusts or blocks they have said outright: that stays. */
export async function eraseLessons({ db }: Context, { userId }: Actor): Promise<void> {
  await db.delete(lessons).where(eq(lessons.userId, userId))
}
