import { noLessons, parseLessons, type Lesson } from '@doorman/domain/learning/lessons'
import type { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openDb } from '../client.ts'
import { lessons, users } from '../schema.ts'
import { createTestDatabase } from '../testing/test-db.ts'
import { changeLessons } from './lessons.ts'

const { db, close } = openDb(await createTestDatabase())
afterAll(close)

const toLesson = (id: string): Lesson => ({
  id,
  action: 'restored',
  actionAtMs: 0,
  sender: `${id}@vendor.example`,
  category: 'sales',
  signals: [],
})

test('actions of one user at the same time all leave their lessons', async () => {
  const [user] = await db.insert(users).values({ email: 'ann@example.com' }).returning()
  const userId = user?.id as UserId
  await db.insert(lessons).values({ userId, actions: noLessons })
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  await Promise.all(
    ids.map((id) =>
      db.transaction((tx) => changeLessons(tx, userId, (known) => [...known, toLesson(id)])),
    ),
  )
  const [row] = await db.select().from(lessons).where(eq(lessons.userId, userId))
  expect(parseLessons(row?.actions).map(({ id }) => id)).toHaveLength(ids.length)
})
