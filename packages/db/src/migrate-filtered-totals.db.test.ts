import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { listMigrations, migrate } from './migrate.ts'
import { createTestDatabase } from './testing/test-db.ts'

const rows = `
insert into users (id, email) values
  ('00000000-0000-4000-8000-000000000001', 'ann@example.com'),
  ('00000000-0000-4000-8000-000000000002', 'bob@example.com');
insert into grants (id, provider, provider_account_id, access_token, refresh_token, key_version,
  access_token_expires_at)
values ('00000000-0000-4000-8000-000000000003', 'gmail', 'a', '', '', 1, now());
insert into mailboxes (id, user_id, grant_id, provider, provider_account_id, address, created_at,
  last_active_at, is_active, next_check_at)
values ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000003', 'gmail', 'a', 'ann@example.com', now(), now(), true, now());
insert into daily_counts (mailbox_id, day_on, processed, filtered, restored) values
  ('00000000-0000-4000-8000-000000000004', '2026-01-01', 9, 5, 1),
  ('00000000-0000-4000-8000-000000000004', '2026-01-02', 9, 3, 0);
update settings set tracking_code_head = 'go()';
`

test('users of the previous version get their totals, and its tracking code gets a first version', async () => {
  const url = await createTestDatabase('template0')
  const folder = mkdtempSync(join(tmpdir(), 'doorman-before-totals-'))
  for (const name of await listMigrations())
    if (name < '0055')
      copyFileSync(new URL(`../migrations/${name}`, import.meta.url), join(folder, name))
  await migrate(url, { folder: pathToFileURL(`${folder}/`) })
  rmSync(folder, { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(rows)
    await migrate(url)
    expect(
      (await client.query('select filtered from filtered_totals order by user_id')).rows,
    ).toEqual([{ filtered: 7 }, { filtered: 0 }])
    expect(
      (await client.query('select field, text, saved_by from tracking_code_versions')).rows,
    ).toEqual([{ field: 'trackingCodeHead', text: 'go()', saved_by: null }])
  } finally {
    await client.end()
  }
})
