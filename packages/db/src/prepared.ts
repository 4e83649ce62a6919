import { sql, type Placeholder, type Query, type SQL } from 'drizzle-orm'
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { QueryResult } from 'pg'
import type { Db } from './client.ts'

// Drizzle takes longer to build a large statement than to send it. Statements that every message needs
// are built once, with placeholders, and executed with other values each time.

/** A value, or its placeholder in a statement that is built once. */
export type Value<T> = T | Placeholder

/** Values, or their placeholders. */
export type ValuesOrPlaceholders<Values> = { readonly [Name in keyof Values]: Value<Values[Name]> }

/** Builds a statement at its first use. `undefined` is sent as null. */
export function prepareSql<Values extends Record<string, unknown>, Row>(
  build: (place: (name: keyof Values & string) => Placeholder) => SQL,
): (db: Db, values: Values) => Promise<readonly Row[]> {
  let query: Query | undefined
  return async (db, values) => {
    query ??= new PgDialect().sqlToQuery(build((name) => sql.placeholder(name)))
    const { rows } = await db._.session
      .prepareQuery<PreparedQueryConfig & { execute: QueryResult<Row & object> }>(
        query,
        undefined,
        undefined,
        false,
      )
      .execute(values)
    return rows
  }
}

/**
 * Hides the length of a list from PostgreSQL's planner. For a generic plan, the planner assumes ten
 * elements. A custom plan for a shorter list then looks cheaper, so PostgreSQL would plan the
 * statement again each time instead of keeping the generic plan.
 */
export function unseenList(place: Placeholder, type: 'text' | 'bytea'): SQL {
  const arrayType = sql.raw(`${type}[]`)
  return sql`(select ${place}::${arrayType})::${arrayType}`
}

/** Calls `make` once for each key, such as a handle to the database, and keeps what it made. */
export function oncePer<Key extends WeakKey, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new WeakMap<Key, { readonly made: Made }>()
  return (key) => {
    const known = kept.get(key)
    if (known) return known.made
    const made = make(key)
    kept.set(key, { made })
    return made
  }
}
