import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { listMigrations, migrate } from './migrate.ts'
import { createTestDatabase } from './testing/test-db.ts'

/** The last migration of the version that may still run while the later ones are applied. */
const lastReleased = '0051_emails.sql'
const ourMigrations = new URL('../migrations/', import.meta.url)

async function openPreviousVersion(): Promise<pg.Client> {
  const url = await createTestDatabase('template0')
  const folder = mkdtempSync(join(tmpdir(), 'doorman-migration-locks-'))
  for (const name of await listMigrations())
    if (name <= lastReleased) copyFileSync(new URL(name, ourMigrations), join(folder, name))
  await migrate(url, { folder: pathToFileURL(`${folder}/`) })
  rmSync(folder, { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

// Services lock rows of several tables, in an order of their own. A migration that held one table
// and waited for another could deadlock with them.
test('no migration locks two tables that the previous version uses', async () => {
  const client = await openPreviousVersion()
  try {
    const { rows } = await client.query<{ oid: number }>(
      `select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const released = rows.map(({ oid }) => oid)
    const greedy: Record<string, readonly string[]> = {}
    for (const name of await listMigrations()) {
      if (name <= lastReleased) continue
      await client.query('begin')
      await client.query(await readFile(new URL(name, ourMigrations), 'utf8'))
      const { rows: locked } = await client.query<{ name: string }>(
        `select distinct relation::regclass::text as name from pg_locks
         where pid = pg_backend_pid() and locktype = 'relation' and relation = any ($1::oid[])
           and mode not in ('AccessShareLock', 'RowShareLock')
         order by name`,
        [released],
      )
      await client.query('commit')
      if (locked.length > 1) greedy[name] = locked.map((table) => table.name)
    }
    expect(greedy).toEqual({})
  } finally {
    await client.end()
  }
})
