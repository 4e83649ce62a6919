import type pg from 'pg'

/**
 * Tables whose rows a backup leaves out. `migrations` is filled by migrating the new database.
 * Restoring the others would bring back what has ended since: a session that was signed out, an
 * attempt that was used.
 */
const tablesLeftOut: readonly string[] = [
  'migrations',
  'sessions',
  'pending_sign_ins',
  'oauth_attempts',
  'sign_in_attempts',
  'rate_limits',
]

/** All other tables, each after those that it refers to. */
export async function listBackedUpTables(client: pg.ClientBase): Promise<string[]> {
  const { rows: all } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  const { rows: references } = await client.query<{ name: string; target: string }>(
    `select conrelid::regclass::text as name, confrelid::regclass::text as target
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const waiting = new Set(
    all.map(({ name }) => name).filter((name) => !tablesLeftOut.includes(name)),
  )
  const ordered: string[] = []
  while (waiting.size > 0) {
    const ready = [...waiting].filter((table) =>
      references.every(
        ({ name, target }) => name !== table || target === table || !waiting.has(target),
      ),
    )
    if (ready.length === 0)
      throw new Error(`Tables refer to one another: ${[...waiting].join(', ')}`)
    for (const table of ready) waiting.delete(table)
    ordered.push(...ready)
  }
  return ordered
}
