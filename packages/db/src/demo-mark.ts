import pg from 'pg'

/** The mark of a database: a demo's, a service's, or `null` before its first start. */
export async function findDemoMark(url: string): Promise<boolean | null> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ exists: boolean }>(
      `select to_regclass('settings') is not null as exists`,
    )
    if (!tables[0]?.exists) return null
    // Through JSON, because the table of an older version has no such column.
    const { rows } = await client.query<{ isDemo: boolean | null }>(
      `select (to_jsonb(settings) ->> 'is_demo')::boolean as "isDemo" from settings`,
    )
    return rows[0]?.isDemo ?? null
  })
}

/**
 * Marks a migrated database as a demo's or a service's, unless it is marked already, and returns
 * its mark. A demo takes only an empty database; `null` means that this one is neither empty nor
 * marked. A demo and a service may race for a fresh database. Both update the same row, so the
 * second waits for the lock of the first and then finds the mark set.
 */
export async function claimDatabase(url: string, isDemo: boolean): Promise<boolean | null> {
  return withClient(url, async (client) => {
    await client.query(
      `update settings set is_demo = $1
      where is_demo is null and not ($1 and (
        exists (select from users) or exists (select from deleted_users)
        or exists (select from posts) or exists (select from contact_messages)))`,
      [isDemo],
    )
    const { rows } = await client.query<{ isDemo: boolean | null }>(
      'select is_demo as "isDemo" from settings',
    )
    return rows[0]?.isDemo ?? null
  })
}

async function withClient<Answer>(
  url: string,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
