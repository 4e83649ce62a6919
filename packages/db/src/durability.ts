import pg from 'pg'

/** Settings that must be on for a committed row to survive a crash. */
const settings = ['fsync', 'synchronous_commit', 'full_page_writes']

/** Lists the settings that are off. With any of them a crash can lose committed data. */
export async function findUnsafeSettings(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select name from pg_settings where name = any($1) and setting = 'off'`,
      [settings],
    )
    return rows.map(({ name }) => name).sort()
  } finally {
    await client.end()
  }
}
