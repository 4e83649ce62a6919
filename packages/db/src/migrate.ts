import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

const ourMigrations = new URL('../migrations/', import.meta.url)

/**
 * Advisory lock. Processes that start at the same time race to migrate; the second waits here and
 * then finds nothing to do. Any number will do if it is the same in all processes.
 */
const lockKey = 7_266_734

type Options = {
  readonly folder?: URL
  /**
   * How long a migration waits for a lock. Everything else that uses the table queues behind it, so
   * after this time it gives way, and tries again later.
   */
  readonly lockTimeoutMs?: number
  readonly maxAttempts?: number
  /** Called before each further attempt. */
  readonly onBlocked?: (name: string) => void
}

/**
 * Applies the migrations that the database does not have yet and returns their names. A migration
 * and its row in `migrations` are one transaction, so an interrupted run can be repeated.
 */
export async function migrate(
  url: string,
  {
    folder = ourMigrations,
    lockTimeoutMs = 5_000,
    maxAttempts = 7,
    onBlocked = () => {},
  }: Options = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const pending = (await listMigrations(folder)).filter((name) => !applied.has(name))
    for (const name of pending)
      for (let attempt = 1; !(await apply(client, name, folder)); attempt += 1) {
        if (attempt === maxAttempts)
          throw new Error(
            `${name} could not be applied: another transaction, such as an export or a backup, keeps using its table. Try again when that has ended. Earlier migrations are applied.`,
          )
        onBlocked(name)
        await setTimeout(lockTimeoutMs)
      }
    return pending
  } finally {
    await client.end()
  }
}

/** False if a lock was not free in time, or after a deadlock. Then nothing has changed. */
async function apply(client: pg.Client, name: string, folder: URL): Promise<boolean> {
  const statements = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  try {
    await client.query(statements)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (!(error instanceof pg.DatabaseError)) throw error
    if (blockedCodes.includes(error.code ?? '')) return false
    // The migration itself says what an operator has to do. A stack trace would hide it.
    throw error.code === raisedCode ? new Error(error.message) : error
  }
}

/** lock_not_available and deadlock_detected. */
const blockedCodes = ['55P03', '40P01']
/** raise_exception. */
const raisedCode = 'P0001'

/** The migrations of this version that the database does not have yet. Changes nothing. */
export async function findPendingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ exists: boolean }>(
      `select to_regclass('migrations') is not null as exists`,
    )
    const { rows } = tables[0]?.exists
      ? await client.query<{ name: string }>('select name from migrations')
      : { rows: [] }
    const applied = new Set(rows.map(({ name }) => name))
    return (await listMigrations()).filter((name) => !applied.has(name))
  } finally {
    await client.end()
  }
}

export async function listMigrations(folder: URL = ourMigrations): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}
