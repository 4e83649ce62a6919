import { DecisionId, GrantId, MailboxId, UserId } from '@doorman/domain/ids'
import { asc, eq } from 'drizzle-orm'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type OpenDb } from './client.ts'
import { listMigrations, migrate } from './migrate.ts'
import { findOpenMailbox } from './queries/mailboxes.ts'
import { findPush } from './queries/push-grants.ts'
import { isReplyTo, replyColumns } from './queries/reply-links.ts'
import { findReputation, setReputation } from './queries/sender-reputations.ts'
import {
  decisions,
  grants,
  mailboxes,
  senderReputations,
  smartReplies,
  undecidedMessages,
} from './schema.ts'
import { loadLessons } from './testing/load-lessons.ts'
import { createTestDatabase } from './testing/test-db.ts'

/** The last migration of version 0.1.0. The renames come after it. */
const lastOfPreviousVersion = '0038_restored_counts.sql'

const toId = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const userId = UserId.parse(toId(1))
const grantId = GrantId.parse(toId(2))
const mailboxId = MailboxId.parse(toId(3))
const [pending, setAside, restored, spam, gone] = [4, 5, 6, 7, 8].map((digit) =>
  DecisionId.parse(toId(digit)),
) as [DecisionId, DecisionId, DecisionId, DecisionId, DecisionId]
const at = new Date('2026-01-02T03:04:05Z')
const later = new Date('2026-01-03T03:04:05Z')

const previousRows = `
insert into users (id, email) values ('${userId}', 'ann@own.example');

insert into grants (id, provider, subject, access_token, refresh_token, key_version,
  access_token_expires_at, push_id, push_expires_at)
values ('${grantId}', 'gmail', 'account-1', 'sealed', 'sealed', 1, '${at.toISOString()}',
  'push-1', '${later.toISOString()}');

insert into mailboxes (id, user_id, grant_id, provider, subject, address, created_at,
  last_active_at, is_active, next_check_at, own_addresses, own_addresses_at, lost_told_at)
values ('${mailboxId}', '${userId}', '${grantId}', 'gmail', 'account-1', 'ann@own.example',
  '${at.toISOString()}', '${at.toISOString()}', true, '${at.toISOString()}', '{ann@own.example}',
  '${at.toISOString()}', '${later.toISOString()}');

insert into decisions (id, mailbox_id, message_id, outcome, reason, decided_at, received_at,
  header_id, sender_address, subject, category, score, lessons, may_respond, state, acted_at,
  said_at, moving_until, restored_by)
select id::uuid, '${mailboxId}', 'message-' || state, 'filter', 'cold-outreach',
  '${at.toISOString()}', '${at.toISOString()}', '<' || state || '@vendor.example>',
  'pat@vendor.example', 'Quick question', 'sales', 0.97,
  '{sender-restored, wish-restored, wish-reported}', state = 'done', state,
  acted_at::timestamptz, said_at::timestamptz, moving_until::timestamptz, restored_by
from (values
  ('${pending}', 'pending', null, null, '${later.toISOString()}', null),
  ('${setAside}', 'done', '${at.toISOString()}', null, null, null),
  ('${restored}', 'restored', '${later.toISOString()}', '${later.toISOString()}', null, 'user'),
  ('${spam}', 'spam', null, '${later.toISOString()}', null, null),
  ('${gone}', 'gone', '${at.toISOString()}', null, null, null)
) as filtered (id, state, acted_at, said_at, moving_until, restored_by);

insert into decisions (mailbox_id, message_id, outcome, reason, decided_at)
values ('${mailboxId}', 'message-kept', 'keep', 'known-contact', '${at.toISOString()}');

insert into undecided_messages (mailbox_id, message_id, found_at, is_first_scan, starts, is_news)
values ('${mailboxId}', 'message-new', '${at.toISOString()}', false, 2, false);

insert into known_senders (user_id, address, standing, settled_at, decision_id) values
  ('${userId}', 'pat@vendor.example', 'trusted', '${at.toISOString()}', '${restored}'),
  ('${userId}', 'pat@vendor.example', 'blocked', '${later.toISOString()}', '${spam}');

insert into lessons (user_id, acts) values ('${userId}', '[
  {"id": "${spam}", "act": "reported", "actedAtMs": ${later.getTime()},
   "sender": "pat@vendor.example", "category": "sales", "signals": ["sells-contacts"]},
  {"id": "${restored}", "act": "restored", "actedAtMs": ${at.getTime()},
   "sender": "pat@vendor.example", "category": "recruiter", "signals": []}]');

insert into smart_replies (user_id, mailbox_id, decision_id, sender, organisation, claimed_at,
  state, header_id)
values ('${userId}', '${mailboxId}', '${setAside}', 'pat@vendor.example', 'vendor.example',
  '${at.toISOString()}', 'sent', '<reply@own.example>');
`

let database: OpenDb
let applied: string[]

beforeAll(async () => {
  const url = await createTestDatabase('template0')
  await migrateToPreviousVersion(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(previousRows).finally(() => client.end())
  applied = await migrate(url)
  database = openDb(url)
})
afterAll(() => database.close())

async function migrateToPreviousVersion(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'doorman-previous-version-'))
  for (const name of await listMigrations())
    if (name <= lastOfPreviousVersion)
      copyFileSync(new URL(`../migrations/${name}`, import.meta.url), join(folder, name))
  await migrate(url, { folder: pathToFileURL(`${folder}/`) })
  rmSync(folder, { recursive: true })
}

test('one migration per table renames the columns', () => {
  expect(applied).toEqual(
    expect.arrayContaining([
      '0039_rename_grants.sql',
      '0040_rename_mailboxes.sql',
      '0041_rename_decisions.sql',
      '0042_rename_undecided_messages.sql',
      '0043_rename_known_senders.sql',
      '0044_rename_lessons.sql',
      '0045_rename_smart_replies.sql',
    ]),
  )
})

test('grants and mailboxes keep their data', async () => {
  const { db } = database
  expect(await db.select().from(grants)).toMatchObject([{ providerAccountId: 'account-1' }])
  expect(await findPush(db, grantId)).toEqual({
    current: { id: 'push-1', expiresAt: later },
    renewAt: null,
  })
  expect(await findOpenMailbox(db, mailboxId)).toMatchObject({
    providerAccountId: 'account-1',
    address: 'ann@own.example',
    ownAddresses: ['ann@own.example'],
    ownAddressesLoadedAt: at,
    lossNotifiedAt: later,
  })
  expect(await db.$count(mailboxes)).toBe(1)
})

test('a decision in every state keeps its data', async () => {
  const rows = await database.db
    .select()
    .from(decisions)
    .where(eq(decisions.outcome, 'filter'))
    .orderBy(asc(decisions.id))
  const filtered = {
    mailboxId,
    subject: 'Quick question',
    score: 0.97,
    receivedAt: at,
    lessons: ['sender-restored', 'request-restored', 'request-reported'],
  }
  expect(rows).toMatchObject([
    {
      ...filtered,
      id: pending,
      state: 'pending',
      providerMessageId: 'message-pending',
      rfcMessageId: '<pending@vendor.example>',
      mayReply: false,
      movedAt: null,
      actionAt: null,
      leasedUntil: later,
    },
    { ...filtered, id: setAside, state: 'set-aside', mayReply: true, movedAt: at, actionAt: null },
    {
      ...filtered,
      id: restored,
      state: 'restored',
      movedAt: later,
      actionAt: later,
      restoredBy: 'user',
    },
    { ...filtered, id: spam, state: 'spam', movedAt: null, actionAt: later },
    { ...filtered, id: gone, state: 'gone', movedAt: at, actionAt: null },
  ])
})

test('a kept message and an undecided one keep their data', async () => {
  const { db } = database
  expect(await db.select().from(decisions).where(eq(decisions.outcome, 'keep'))).toMatchObject([
    { providerMessageId: 'message-kept', reason: 'known-contact', state: null },
  ])
  expect(await db.select().from(undecidedMessages)).toEqual([
    {
      mailboxId,
      providerMessageId: 'message-new',
      foundAt: at,
      isFirstScan: false,
      startCount: 2,
      isNewArrival: false,
      wasMovedToInbox: false,
    },
  ])
})

test('sender reputations keep their data, and the latest counts', async () => {
  const { db } = database
  expect(await db.$count(senderReputations)).toBe(2)
  expect(await findReputation(db, userId, 'pat@vendor.example')).toBe('blocked')
  const trusted = { userId, address: 'pat@vendor.example', reputation: 'trusted' as const }
  await setReputation(db, { ...trusted, setAt: new Date('2026-01-04'), decisionId: spam })
  expect(await findReputation(db, userId, 'pat@vendor.example')).toBe('trusted')
})

test('lessons keep their data', async () => {
  expect(await loadLessons(database.db, userId)).toEqual([
    {
      id: spam,
      action: 'reported',
      actionAtMs: later.getTime(),
      sender: 'pat@vendor.example',
      category: 'sales',
      signals: ['sells-contacts'],
    },
    {
      id: restored,
      action: 'restored',
      actionAtMs: at.getTime(),
      sender: 'pat@vendor.example',
      category: 'recruiter',
      signals: [],
    },
  ])
})

test('a smart reply keeps its data and is found by its decision', async () => {
  const { db } = database
  expect(
    await db
      .select({ id: decisions.id, rfcMessageId: smartReplies.rfcMessageId, ...replyColumns })
      .from(decisions)
      .innerJoin(smartReplies, isReplyTo(decisions.id)),
  ).toEqual([
    { id: setAside, rfcMessageId: '<reply@own.example>', repliedAt: at, replyState: 'sent' },
  ])
})

test('the constraints hold under the new names', async () => {
  const { db } = database
  const refusal = async (statement: string) =>
    db.execute(statement).catch((error: Error & { cause: pg.DatabaseError }) => error.cause)
  expect(
    await refusal(`update decisions set state = 'done' where state = 'set-aside'`),
  ).toMatchObject({ constraint: 'decisions_state_check' })
  expect(
    await refusal(`update decisions set provider_message_id = 'message-kept' where id = '${gone}'`),
  ).toMatchObject({ constraint: 'decisions_mailbox_id_provider_message_id_key' })
  expect(
    await refusal(`update smart_replies set rfc_message_id = null, state = 'bounced'`),
  ).toMatchObject({ constraint: 'smart_replies_message_id_if_bounced' })
})
