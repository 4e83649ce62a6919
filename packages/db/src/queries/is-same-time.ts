import { sql, type Column, type SQL } from 'drizzle-orm'
import type { Value } from '../prepared.ts'

/**
 * Whether a column still holds the time that we read from it. A JavaScript date has milliseconds,
 * `timestamptz` microseconds: a time that SQL's `now()` wrote would never equal what we read. The
 * comparison cannot use an index.
 */
export function isSameTime(column: Column, read: Value<Date | null>): SQL {
  const time = read instanceof Date ? read.toISOString() : read
  return sql`date_trunc('milliseconds', ${column}) is not distinct from ${time}::timestamptz`
}
