import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase } from './testing/test-db.ts'

const folder = mkdtempSync(join(tmpdir(), 'doorman-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, statements: string) => writeFileSync(join(folder, name), statements)

test('concurrent runs on an up-to-date database apply nothing', async () => {
  const url = await createTestDatabase()
  expect(await Promise.all([migrate(url), migrate(url), migrate(url)])).toEqual([[], [], []])
})

test('a failing migration is rolled back, and the next run continues with it', async () => {
  const url = await createTestDatabase()
  const from = { folder: pathToFileURL(`${folder}/`) }
  write('9001_first.sql', 'create table first ();')
  write('9002_second.sql', 'create table half (); select 1 / 0;')
  await expect(migrate(url, from)).rejects.toThrow('division by zero')
  expect(await tablesIn(url)).toEqual(['first'])

  write('9002_second.sql', 'create table second ();')
  expect(await migrate(url, from)).toEqual(['9002_second.sql'])
  expect(await tablesIn(url)).toEqual(['first', 'second'])
})

/** Holds the table `first` of a new database until `release` is called. */
async function holdTable() {
  const url = await createTestDatabase()
  const dir = mkdtempSync(join(folder, 'held-'))
  writeFileSync(join(dir, '9001_first.sql'), 'alter table first add column name text;')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('create table first ()')
  await client.query('begin')
  await client.query('select from first')
  return {
    url,
    options: { folder: pathToFileURL(`${dir}/`), lockTimeoutMs: 10 },
    release: () => client.query('commit'),
  }
}

test('a migration gives way to a transaction that uses its table, and is tried again', async () => {
  const { url, options, release } = await holdTable()
  const blocked: string[] = []
  const onBlocked = (name: string) => {
    blocked.push(name)
    if (blocked.length === 2) void release()
  }
  expect(await migrate(url, { ...options, maxAttempts: 1_000, onBlocked })).toEqual([
    '9001_first.sql',
  ])
  expect(blocked.slice(0, 2)).toEqual(['9001_first.sql', '9001_first.sql'])
})

test('a migration whose table stays in use is given up, with the reason', async () => {
  const { url, options, release } = await holdTable()
  const run = migrate(url, { ...options, maxAttempts: 2, onBlocked: () => {} })
  await expect(run).rejects.toThrow('9001_first.sql could not be applied: another transaction')
  await release()
  expect(await migrate(url, { ...options, maxAttempts: 1_000, onBlocked: () => {} })).toEqual([
    '9001_first.sql',
  ])
})

async function tablesIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_name in ('first', 'half', 'second') order by name`,
    )
    .finally(() => client.end())
  return rows.map(({ name }) => name)
}

test.each([
  ['btree_gin', '0078_search_filtered_emails.sql'],
  ['pg_trgm', '0055_admin_panel.sql'],
])('a role that may not create %s is told what an administrator has to do', async (name, file) => {
  const url = new URL(await createTestDatabase())
  const role = `migrator_${randomUUID().slice(0, 8)}`
  const asSuperuser = new URL(url)
  asSuperuser.username = 'postgres'
  const client = new pg.Client({ connectionString: asSuperuser.href })
  await client.connect()
  try {
    await client.query(`
      drop extension ${name} cascade;
      delete from migrations where name = '${file}';
      create role ${role} login password '${role}';
      grant create on schema public to ${role};
      grant select, insert on migrations to ${role}`)
    url.username = role
    url.password = role
    const error = await migrate(url.href).catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(
      new RegExp(
        `^Error: Doorman needs the PostgreSQL extension ${name}. Have an administrator .+`,
      ),
    )
  } finally {
    await client.query(`drop owned by ${role}; drop role ${role}`)
    await client.end()
  }
})
