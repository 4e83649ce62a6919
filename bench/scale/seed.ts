import type pg from 'pg'

// Rows as they are after months of mail, written by SQL: thousands of mailboxes cannot be connected.

/** How many of a mailbox's messages are filtered: every sixth. The others were kept. */
const filteredOneIn = 6

/** Ids of seeded rows follow from their numbers. */
const toId = (number: string) =>
  `('5ca1e000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** Users with one mailbox each, numbered `from` to `to`. None is due for a check. */
export async function seedMailboxes(db: pg.Pool, from: number, to: number): Promise<void> {
  const numbers = `generate_series(${from}, ${to}) n`
  await db.query(`
    insert into users (id, email, trial_ends_at)
    select ${toId('n')}, 'seeded' || n || '@many.example', now() + interval '10 days' from ${numbers}`)
  await db.query(`
    insert into grants (id, provider, provider_account_id, access_token, refresh_token, key_version,
      access_token_expires_at)
    select ${toId('n')}, 'gmail', 'seeded' || n, '', '', 1, now() from ${numbers}`)
  await db.query(`
    insert into mailboxes (id, user_id, grant_id, provider, provider_account_id, address, created_at,
      last_active_at, is_active, sync_status, last_checked_at, next_check_at, reconciled_at, late_after)
    select ${toId('n')}, ${toId('n')}, ${toId('n')}, 'gmail', 'seeded' || n, 'seeded' || n || '@many.example',
      now(), now(), true, 'synced', now(), now() + interval '1 day', now(), now() + interval '3 days'
    from ${numbers}`)
  // One statement for all totals instead of a trigger’s for each row.
  await db.query('alter table daily_counts disable trigger daily_counts_added')
  await db.query(`
    insert into daily_counts (mailbox_id, day_on, processed, filtered)
    select ${toId('n')}, current_date - day, 10, 2 from ${numbers}, generate_series(1, 30) day`)
  await db.query('alter table daily_counts enable trigger daily_counts_added')
  await db.query(`update filtered_totals set filtered = 60`)
  await db.query('analyze')
}

/**
 * Decisions numbered `from` to `to`, spread over mailboxes 1 to `mailboxCount`. Every tenth belongs to
 * mailbox 0, a busy one, in which everything was filtered. Kept ones have expired.
 */
export async function seedDecisions(
  db: pg.Pool,
  { from, to, mailboxCount }: { from: number; to: number; mailboxCount: number },
): Promise<void> {
  await withoutIndexes(db, async () => {
    await db.query(`
      insert into decisions (mailbox_id, provider_message_id, outcome, reason, decided_at, received_at,
        thread_id, sender_name, sender_address, subject, category, score, state, moved_at, counted_on)
      select mailbox_id, n, outcome, reason, at, at, thread_id, name, address, subject, category, score,
        state, moved_at, current_date
      from generate_series(${from}, ${to}) n
      cross join lateral (select
        case when n % 10 = 0 then ${toId('0')} else ${toId(`1 + n % ${mailboxCount}`)} end as mailbox_id,
        n % 10 = 0 or n % ${filteredOneIn} = 0 as is_filtered) as mailbox
      cross join lateral (select
        now() - case when is_filtered then n / 10 * interval '1 minute' else interval '31 days' end as at) as time
      cross join lateral (select
        case when is_filtered then 'filter' else 'keep' end as outcome,
        case when is_filtered then 'cold-outreach' else 'known-contact' end as reason,
        case when is_filtered then 'thread' || n end as thread_id,
        case when is_filtered then 'Pat ' || substr(md5(n::text), 1, 6) end as name,
        case when is_filtered then 'pat@' || substr(md5(n::text), 1, 8) || '.example' end as address,
        case when is_filtered then 'Quick question about ' || substr(md5(n::text), 9, 10) end as subject,
        case when is_filtered then 'sales' end as category,
        case when is_filtered then 0.97 end as score,
        case when is_filtered then 'set-aside' end as state,
        case when is_filtered then at end as moved_at) as kind`)
  })
  await db.query('vacuum analyze decisions')
}

/** Building indexes at the end is far faster. The disabled trigger only notifies open pages. */
async function withoutIndexes(db: pg.Pool, insert: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'decisions' and indexname not in (select conname from pg_constraint)`,
  )
  await db.query('alter table decisions disable trigger decisions_added')
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  await insert()
  await db.query(`set maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await db.query(definition)
  await db.query('alter table decisions enable trigger decisions_added')
}

export async function loadSeededUserId(db: pg.Pool, number: number): Promise<string> {
  const { rows } = await db.query<{ id: string }>(`select ${toId(String(number))} as id`)
  return rows[0]?.id ?? ''
}
