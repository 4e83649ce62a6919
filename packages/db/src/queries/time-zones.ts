import type { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { users } from '../schema.ts'

export async function loadTimeZone(db: Db, userId: UserId): Promise<string> {
  const [user] = await db
    .select({ timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId))
  return user?.timeZone ?? 'UTC'
}
