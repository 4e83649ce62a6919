import { minuteMs } from '@doorman/domain/time'
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

/** Opening a connection takes milliseconds, or seconds if the machine has too much to do. */
const connectTimeoutMs = 10_000
/** As long as a statement may take: a pool whose connections are all in use is busy, not broken. */
const waitTimeoutMs = 30_000

type Options = {
  /** Called when an idle connection breaks. The pool replaces it. */
  readonly onIdleError?: (error: Error) => void
  readonly maxConnections?: number
}

/**
 * A query waits until a connection is free, and fails soon if the database can't be reached: a refused
 * connection at once, a silent server after ten seconds.
 */
export function openDb(
  url: string,
  { onIdleError = () => {}, maxConnections = 20 }: Options = {},
): OpenDb {
  const pool = new pg.Pool({
    connectionString: url,
    Client: ConnectingInTime,
    max: maxConnections,
    // The first queries of a connection cost many times as much as later ones: it has no plans yet, and
    // nothing of the catalog in memory.
    idleTimeoutMillis: 10 * minuteMs,
    // Firewalls forget connections that are silent for minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: minuteMs,
    connectionTimeoutMillis: waitTimeoutMs,
    statement_timeout: 30_000,
    // The server's own time limit does not help if the server has vanished.
    query_timeout: 40_000,
    application_name: 'doorman',
  })
  pool.on('error', onIdleError)
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() }
}

/** A shorter limit for connecting: the pool's own limit includes the wait for a free connection. */
class ConnectingInTime extends PreparedClient {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs })
  }
}
