import type { UserId } from '@doorman/domain/ids'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { users } from '../schema.ts'

export async function loadTimeZone(db: Db, userId: UserId): Promise<string> {
  const [user] = await db
    .select({ timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId))
  return user?.timeZone ?? 'UTC'
}

/** Midnight of a day such as `2026-11-15` in the time zone. */
export function toStartOfDay(day: string, timeZone: string): SQL<Date> {
  return sql`${day}::timestamp at time zone ${timeZone}`
}

/** Midnight after a day, in the time zone. */
export function toEndOfDay(day: string, timeZone: string): SQL<Date> {
  return sql`(${day}::date + 1)::timestamp at time zone ${timeZone}`
}
