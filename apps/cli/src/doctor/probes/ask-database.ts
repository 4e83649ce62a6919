import { openDb, type OpenDb } from '@doorman/db/client'
import { findUnsafeSettings } from '@doorman/db/durability'
import { listMigrations } from '@doorman/db/migrate'

export type DatabaseAnswer =
  /** The embedded PostgreSQL before the first start. */
  | { readonly kind: 'not-created' }
  | {
      readonly kind: 'answered'
      readonly version: string
      readonly pendingMigrations: readonly string[]
      /** Settings with which a crash could lose committed data, such as `fsync` off. */
      readonly unsafeSettings: readonly string[]
      readonly now: Date
      /** Number of grants whose tokens are encrypted with each key. */
      readonly tokenCounts: readonly { readonly keyVersion: number; readonly count: number }[]
    }

/** Throws the errors of the PostgreSQL client. */
export async function askDatabase(url: string): Promise<DatabaseAnswer> {
  const { pool, close } = openDb(url)
  try {
    const { version, now, isMigrated } = await loadFacts(pool)
    const applied = isMigrated ? await listAppliedMigrations(pool) : []
    const pendingMigrations = (await listMigrations()).filter((name) => !applied.includes(name))
    return {
      kind: 'answered',
      version: /^[\d.]+/.exec(version)?.[0] ?? 'unknown',
      pendingMigrations,
      unsafeSettings: await findUnsafeSettings(url),
      now,
      tokenCounts: pendingMigrations.length > 0 ? [] : await countTokens(pool),
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
  if (!facts) throw new Error('The database returned no version')
  return facts
}

async function listAppliedMigrations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  return rows.map(({ name }) => name)
}

async function countTokens(pool: Pool) {
  const { rows } = await pool.query<{ keyVersion: number; count: number }>(
    'select key_version as "keyVersion", count(*)::int from grants group by 1 order by 1',
  )
  return rows
}
