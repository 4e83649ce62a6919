import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openDb, type Db } from '../client.ts'
import { createStatementNames, PreparedClient } from '../prepared-client.ts'
import * as schema from '../schema.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a database on the same server as the migrated template `doorman`. */
    adminUrl: string
  }
}

/** A migrated, empty database for this test file alone. It is dropped when the file ends. */
export async function openTestDb(): Promise<Db> {
  const { db, close } = openDb(await createTestDatabase())
  afterAll(close)
  return db
}

/** Like `openTestDb`, but returns the URL. `template0` creates a database without tables. */
export async function createTestDatabase(
  template: 'doorman' | 'template0' = 'doorman',
): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files takes a third of the processor time that copying pages through the log takes.
  await administer(`create database ${name} template ${template} strategy file_copy`)
  afterAll(() => administer(`drop database ${name} with (force)`))
  const url = new URL(inject('adminUrl'))
  url.pathname = name
  return url.href
}

/**
 * A test database with one connection, to see what it has prepared. Other tests of this process may have
 * used up the names that all other connections share.
 */
export async function openPreparingDb(): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: await createTestDatabase(),
    Client: ClientWithOwnNames,
    max: 1,
  })
  afterAll(() => pool.end())
  return drizzle(pool, { schema })
}

class ClientWithOwnNames extends PreparedClient {
  protected override readonly findName = createStatementNames()
}

/** Every row of every table as text, including the tables of the job queue. */
export async function dumpTables(db: Db): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
    from pg_tables where schemaname in ('public', 'pgboss')`)
  const dumps: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ line: string }>(
      sql.raw(`select t::text as line from ${name} t`),
    )
    dumps.push(...rows.map(({ line }) => line))
  }
  return dumps.join('\n')
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
