import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { PreparedClient } from './prepared-client.ts'
import * as schema from './schema.ts'

/** A handle to the database: the pool, or one transaction of it. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>

export type OpenDb = {
  readonly db: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** `onIdleError` is called when an idle connection breaks. The pool replaces it by itself. */
export function openDb(url: string, onIdleError: (error: Error) => void = () => {}): OpenDb {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PreparedClient,
    max: 20,
    // Mail arrives in bursts, and a new connection costs more than a query.
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 30_000,
    application_name: 'doorman',
  })
  pool.on('error', onIdleError)
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() }
}
