import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
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
  const from = pathToFileURL(`${folder}/`)
  write('9001_first.sql', 'create table first ();')
  write('9002_second.sql', 'create table half (); select 1 / 0;')
  await expect(migrate(url, from)).rejects.toThrow('division by zero')
  expect(await tablesIn(url)).toEqual(['first'])

  write('9002_second.sql', 'create table second ();')
  expect(await migrate(url, from)).toEqual(['9002_second.sql'])
  expect(await tablesIn(url)).toEqual(['first', 'second'])
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
