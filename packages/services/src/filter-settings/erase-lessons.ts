import { lessons } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Sender reputations stay: the user chose those senders explicitly. */
export async function eraseLessons({ db }: Context, { userId }: Actor): Promise<void> {
  await db.delete(lessons).where(eq(lessons.userId, userId))
}
