import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const ourMigrations = new URL('../migrations/', import.meta.url)

/** Any number, the same in every process: only one of them migrates at a time. */
const lockKey = 7_266_734

/**
 * Brings the database up to date. Each migration and its mark are one
 * transaction, so an interrupted run leaves whole steps behind and the next one
 * goes on from there.
 */
export async function migrate(url: string, folder: URL = ourMigrations): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const pending = (await listMigrations(folder)).filter((name) => !applied.has(name))
    for (const name of pending) await apply(client, name, folder)
    return pending
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string, folder: URL): Promise<void> {
  const statements = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  await client.query(statements)
  await client.query('insert into migrations (name) values ($1)', [name])
  await client.query('commit')
}

export async function listMigrations(folder: URL = ourMigrations): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}
