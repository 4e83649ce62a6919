import type { Db } from '@doorman/db/client'
import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { isTimeZone } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Days are counted in the user's time zone, so PostgreSQL must know its name too. */
export async function setTimeZone(
  { db }: Context,
  { userId }: Actor,
  { timeZone }: { readonly timeZone: string },
): Promise<void> {
  const isKnown = isTimeZone(timeZone) && (await isInDatabase(db, timeZone))
  if (!isKnown) throw new AppError('invalid', 'Unknown time zone.')
  await db.update(users).set({ timeZone }).where(eq(users.id, userId))
}

async function isInDatabase(db: Db, timeZone: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pg_timezone_names where name = ${timeZone} limit 1`,
  )
  return rows.length > 0
}
