import type { Db } from '@doorman/db/client'
import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { isTimeZone } from '@doorman/domain/time-zone'
import { eq, sql } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

/** Days are counted as they are where the user is. The database has to know the place too. */
export async function setTimeZone(
  { db }: Context,
  { userId }: Actor,
  { timeZone }: { readonly timeZone: string },
): Promise<void> {
  const isKnown = isTimeZone(timeZone) && (await isInDatabase(db, timeZone))
  if (!isKnown) throw new AppError('invalid', 'This time zone is not known here.')
  await db.update(users).set({ timeZone }).where(eq(users.id, userId))
}

async function isInDatabase(db: Db, timeZone: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pg_timezone_names where name = ${timeZone} limit 1`,
  )
  return rows.length > 0
}
