import { randomBytes } from 'node:crypto'
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

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
