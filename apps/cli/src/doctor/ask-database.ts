import { openDb, type OpenDb } from '@doorman/db/client'
import { findUnsafeSettings } from '@doorman/db/durability'
import { listMigrations } from '@doorman/db/migrate'

export type DatabaseAnswer =
  /** The embedded one, before the first start. */
  | { readonly kind: 'none-yet' }
  | {
      readonly kind: 'answered'
      readonly version: string
      /** Migrations that it has yet to see. */
      readonly pending: readonly string[]
      /** R10. */
      readonly unsafe: readonly string[]
      readonly now: Date
      /** How many mailboxes' tokens are sealed with which key. */
      readonly seals: readonly { readonly keyVersion: number; readonly count: number }[]
    }

/** What a database says of itself. Throws whatever the client throws. */
export async function askDatabase(url: string): Promise<DatabaseAnswer> {
  const { pool, close } = openDb(url)
  try {
    const { version, now, isMigrated } = await loadFacts(pool)
    const applied = isMigrated ? await listApplied(pool) : []
    const pending = (await listMigrations()).filter((name) => !applied.includes(name))
    return {
      kind: 'answered',
      version: /^[\d.]+/.exec(version)?.[0] ?? 'unknown',
      pending,
      unsafe: await findUnsafeSettings(url),
      now,
      seals: pending.length > 0 ? [] : await listSeals(pool),
    }
  } finally {
    await close()
  }
}

type Pool = OpenDb['pool']

async function loadFacts(pool: Pool) {
  const { rows } = await pool.query<{ version: string; now: Date; isMigrated: boolean }>(
    `select current_setting('server_version') as version, now(),
      to_regclass('migrations') is not null as "isMigrated"`,
  )
  const [facts] = rows
  if (!facts) throw new Error('A database without a version')
  return facts
}

async function listApplied(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  return rows.map(({ name }) => name)
}

async function listSeals(pool: Pool) {
  const { rows } = await pool.query<{ keyVersion: number; count: number }>(
    'select key_version as "keyVersion", count(*)::int from grants group by 1 order by 1',
  )
  return rows
}
