import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { listMigrations, migrate } from './migrate.ts'
import { createTestDatabase } from './testing/test-db.ts'

const [user, grantA, grantB, synced, scanning] = [1, 2, 3, 4, 5].map(
  (n) => `00000000-0000-4000-8000-00000000000${n}`,
)

/** A user of the previous version: one mailbox was scanned, the other is being scanned. */
const rows = `
insert into users (id, email) values ('${user}', 'ann@example.com');
insert into grants (id, provider, provider_account_id, access_token, refresh_token, key_version,
  access_token_expires_at)
values ('${grantA}', 'gmail', 'a', '', '', 1, now()), ('${grantB}', 'gmail', 'b', '', '', 1, now());
insert into mailboxes (id, user_id, grant_id, provider, provider_account_id, address, created_at,
  last_active_at, is_active, next_check_at, sync_status, sync_progress, sync_total)
values
  ('${synced}', '${user}', '${grantA}', 'gmail', 'a', 'a@example.com', now(), now(), true, now(), 'synced', 9, 9),
  ('${scanning}', '${user}', '${grantB}', 'gmail', 'b', 'b@example.com', now(), now(), true, now(), 'syncing', 1, 9);
insert into decisions (mailbox_id, provider_message_id, outcome, reason, decided_at, received_at, state, moved_at,
  subject, thread_id, category, score)
values
  ('${synced}', 'filtered', 'filter', 'cold-outreach', now(), now(), 'set-aside', now(), 'A', 'a', 'sales', 0.97),
  ('${synced}', 'observed', 'observe', 'cold-outreach', now(), now(), null, null, 'B', 'b', 'sales', 0.97),
  ('${synced}', 'kept', 'keep', 'not-cold', now(), now(), null, null, null, null, null, null);
`

test('decisions of the previous version keep their meaning, and its scans need no summary', async () => {
  const url = await createTestDatabase('template0')
  const folder = mkdtempSync(join(tmpdir(), 'doorman-before-listed-'))
  for (const name of await listMigrations())
    if (name < '0074')
      copyFileSync(new URL(`../migrations/${name}`, import.meta.url), join(folder, name))
  await migrate(url, { folder: pathToFileURL(`${folder}/`) })
  rmSync(folder, { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const heard: string[] = []
  client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
  const set = (message: string, change: string) =>
    client.query(`update decisions set ${change} where provider_message_id = '${message}'`)
  try {
    await client.query(rows)
    await migrate(url)
    await client.query('listen doorman_emails; listen doorman_accounts')
    expect(
      (await client.query('select provider_message_id as id, state, counted_on from decisions'))
        .rows,
    ).toEqual([
      { id: 'filtered', state: 'set-aside', counted_on: null },
      { id: 'observed', state: null, counted_on: null },
      { id: 'kept', state: null, counted_on: null },
    ])
    const scans = await client.query(
      'select id, first_scan_dismissed_at is not null as dismissed from mailboxes order by id',
    )
    expect(scans.rows).toEqual([
      { id: synced, dismissed: true },
      { id: scanning, dismissed: false },
    ])

    for (const [message, change] of [
      ['filtered', 'state = null'],
      ['filtered', `state = 'unknown'`],
      ['observed', `state = 'spam'`],
      ['kept', `state = 'restored'`],
    ] as const)
      await expect(set(message, change)).rejects.toThrow(/check constraint/)
    await set('filtered', `state = 'returned', restored_by = 'user'`)
    await set('observed', `state = 'restored'`)
    await set('observed', `outcome = 'filter', state = 'pending'`)
    expect(heard).toEqual(Array.from({ length: 3 }, () => `doorman_emails ${user}`))
    // None of these changes affects what the pages show.
    await set('observed', `state = 'set-aside'`)
    await set('observed', 'leased_until = now()')
    await set('kept', 'left_unchecked_at = now()')
    await client.query('select')
    expect(heard).toHaveLength(3)
    await client.query(`update mailboxes set is_paused = true where id = '${synced}'`)
    await client.query('select')
    expect(heard.slice(3)).toEqual([`doorman_accounts ${user}`])
  } finally {
    await client.end()
  }
})
