import type { Db } from '@doorman/db/client'
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** Rows that are deleted or ended, in the order of a column that an index gives. */
export type DueRows = {
  readonly table: PgTable
  readonly key: PgColumn
  readonly isDue: SQL | undefined
}

/**
 * Returns a function that deletes (or changes) the next few rows and returns how many it found.
 * Each call is one short statement, which continues at the key where the last one stopped. Rows
 * that were just deleted stay in the index until no transaction can see them, and reading past all
 * of them again would make each slice slower than the one before.
 *
 * `skip locked`: another transaction may hold a row and wait for one of ours, which could deadlock.
 * The next run finds the rows that were skipped.
 */
export function createSlices(
  db: Db,
  { table, key, isDue }: DueRows,
  change: SQL = sql`delete from ${table}`,
): (maxRows: number) => Promise<number> {
  const type = sql.raw(key.getSQLType())
  let from: string | null = null
  return async (maxRows) => {
    const isNext = from === null ? sql`true` : sql`${key} >= ${from}::${type}`
    const { rows } = await db.execute<{ count: number; last: string | null }>(sql`
      with changed as (
        ${change} where ctid = any(array(
          select ctid from ${table} where ${isDue} and ${isNext}
          order by ${key} limit ${maxRows} for update skip locked))
        returning ${key} as key)
      select count(*)::int as count, (array_agg(key order by key desc))[1]::text as last from changed`)
    const { count = 0, last = null } = rows[0] ?? {}
    from = last ?? from
    return count
  }
}
