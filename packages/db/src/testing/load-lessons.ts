import type { UserId } from '@doorman/domain/ids'
import { parseLessons, type Lessons } from '@doorman/domain/learning/lessons'
import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { lessons } from '../schema.ts'

export async function loadLessons(db: Db, userId: UserId): Promise<Lessons> {
  const [row] = await db.select().from(lessons).where(eq(lessons.userId, userId))
  return parseLessons(row?.actions)
}
