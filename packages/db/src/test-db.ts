import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openDb, type Db } from './client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database beside the migrated template `doorman`; see tools/vitest-global-setup.ts. */
    adminUrl: string
  }
}

/** A migrated, empty database for this test file alone, gone when the file ends. */
export async function openTestDb(): Promise<Db> {
  const { db, close } = openDb(await createTestDatabase())
  afterAll(close)
  return db
}

/** As `openTestDb`, for tests that hand the address on to a whole server. */
export async function createTestDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template doorman`)
  afterAll(() => administer(`drop database ${name} with (force)`))
  const url = new URL(inject('adminUrl'))
  url.pathname = name
  return url.href
}

/** Every row of every table, the job queue's included, as text. */
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
