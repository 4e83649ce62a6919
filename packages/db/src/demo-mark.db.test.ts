import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { claimDatabase, findDemoMark } from './demo-mark.ts'
import { listMigrations, migrate } from './migrate.ts'
import { createTestDatabase } from './testing/test-db.ts'

const demo = true
const service = false

test('the first claim of a fresh database counts', async () => {
  for (const [first, second] of [
    [demo, service],
    [service, demo],
  ] as const) {
    const url = await createTestDatabase()
    expect(await findDemoMark(url)).toBeNull()
    expect(await claimDatabase(url, first)).toBe(first)
    expect(await claimDatabase(url, second)).toBe(first)
    expect(await findDemoMark(url)).toBe(first)
  }
})

test('of a demo and a service that claim a database at once, one gets it', async () => {
  const url = await createTestDatabase()
  // While this transaction holds the row, both claims have seen no mark and wait for its lock.
  const holder = await connect(url)
  await holder.query('begin; select from settings for update')
  const claims = [claimDatabase(url, demo), claimDatabase(url, service)]
  await expect.poll(() => countWaiting(url), { timeout: 15_000 }).toBe(2)
  await holder.query('commit')
  await holder.end()
  const [one, other] = await Promise.all(claims)
  expect(one).toBe(other)
  expect(await findDemoMark(url)).toBe(one)
})

test.each([
  `insert into users (email) values ('ann@own.example')`,
  `insert into deleted_users (id, deleted_at) values (gen_random_uuid(), now())`,
  `insert into contact_messages (name, email, message, received_at)
    values ('Ann', 'ann@own.example', 'Hello', now())`,
])('only a service takes an unmarked database that has data: %s', async (statement) => {
  const url = await createTestDatabase()
  await run(url, statement)
  expect(await claimDatabase(url, demo)).toBeNull()
  expect(await claimDatabase(url, service)).toBe(service)
})

test.each([
  ['of a demo', `insert into users (email, role) values ('admin@doorman.example', 'admin')`, demo],
  [
    'of a service, at which a stranger registered a demo’s address,',
    `insert into users (email) values ('admin@doorman.example'), ('user@doorman.example')`,
    service,
  ],
  ['of a service', `insert into users (email) values ('ann@own.example')`, service],
  ['that was never used', '', null],
])('a database of an older version %s gets its mark', async (_name, statement, mark) => {
  const url = await createTestDatabase('template0')
  expect(await findDemoMark(url)).toBeNull()
  await migrateBefore(url, '0046')
  await run(url, statement)
  expect(await findDemoMark(url)).toBeNull()
  await migrate(url)
  expect(await findDemoMark(url)).toBe(mark)
})

async function migrateBefore(url: string, number: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'doorman-older-version-'))
  for (const name of await listMigrations())
    if (name < number)
      copyFileSync(new URL(`../migrations/${name}`, import.meta.url), join(folder, name))
  await migrate(url, { folder: pathToFileURL(`${folder}/`) })
  rmSync(folder, { recursive: true })
}

async function countWaiting(url: string): Promise<number> {
  const { rows } = await run(
    url,
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

async function run(url: string, statement: string): Promise<pg.QueryResult> {
  const client = await connect(url)
  return client.query(statement).finally(() => client.end())
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
