import { contactMessages, decisions, rateLimits } from '@doorman/db/schema'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { openMeasure } from '../testing/measure-queries.ts'
import { deleteExpired } from './delete-expired.ts'
import { listExpiredRows } from './expired-rows.ts'

const world = await openFakePipeline()
const { ctx } = world
const { db } = ctx
const small = { rowsPerSlice: 3, budgetMs: 60_000 }
const oneSlice = { rowsPerSlice: 3, budgetMs: 0 }

let ann: FakeInbox
beforeAll(async () => void (ann = await world.newInbox()))
beforeEach(async () => {
  for (const table of [decisions, contactMessages, rateLimits]) await db.delete(table)
})

const ago = (days: number) => new Date(ctx.now().getTime() - days * dayMs)

async function keepMessages(count: number, decidedAt: Date): Promise<void> {
  await db.insert(decisions).values(
    Array.from({ length: count }, (_, number) => ({
      mailboxId: ann.id,
      providerMessageId: `${decidedAt.getTime()}-${number}` as ProviderMessageId,
      outcome: 'keep' as const,
      reason: 'not-cold',
      decidedAt,
    })),
  )
}

const addContactMessage = () =>
  db
    .insert(contactMessages)
    .values({ name: 'Pat', email: 'pat@vendor.example', message: 'Hi', receivedAt: ago(91) })
const addRateLimit = () => db.insert(rateLimits).values({ key: 'login', expire: 1 })

test('slice by slice, everything that has expired is deleted, and nothing else', async () => {
  await keepMessages(8, ago(31))
  await keepMessages(2, ago(29))
  await deleteExpired(ctx, {}, small)
  expect(await ann.decisions()).toHaveLength(2)
})

test('steps that a job has no time for are left to the next job', async () => {
  await keepMessages(8, ago(31))
  await addRateLimit()
  await deleteExpired(ctx, { steps: ['decisions', 'rate_limits'] }, oneSlice)
  expect(await ann.decisions()).toHaveLength(5)
  expect(await db.$count(rateLimits)).toBe(1)
  const { rows } = await db.execute(
    sql`select data->'steps' as steps from pgboss.job where name = 'delete-expired'`,
  )
  expect(rows).toEqual([{ steps: ['rate_limits', 'decisions'] }])
  await world.runJobsUntilIdle()
  expect(await ann.decisions()).toEqual([])
  expect(await db.$count(rateLimits)).toBe(0)
})

test('a step that only a later version knows is skipped', async () => {
  await keepMessages(1, ago(31))
  await deleteExpired(ctx, { steps: ['decisions', 'unknown'] })
  expect(await ann.decisions()).toEqual([])
})

test('a row that another transaction has locked is left to the next run', async () => {
  await keepMessages(4, ago(31))
  const [held] = await ann.decisions()
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from decisions where id = ${held?.id} for key share`)
    await deleteExpired(ctx, {}, small)
    expect(await ann.decisions()).toHaveLength(1)
  })
  await deleteExpired(ctx, {}, small)
  expect(await ann.decisions()).toEqual([])
})

describe('with many rows of one table, or a table that fails', () => {
  afterEach(() => db.execute(sql`drop function at_deletion cascade`))

  async function atDeletionOfContactMessages(action: string): Promise<void> {
    await db.execute(sql`create table if not exists seen (decisions int)`)
    await db.execute(
      sql.raw(`create function at_deletion() returns trigger language plpgsql as
        $$ begin ${action}; return null; end $$`),
    )
    await db.execute(sql`
      create trigger at_deletion after delete on contact_messages
      for each row execute function at_deletion()`)
  }

  test('the steps take turns', async () => {
    await atDeletionOfContactMessages('insert into seen select count(*) from decisions')
    await keepMessages(10, ago(31))
    await addContactMessage()
    await deleteExpired(ctx, {}, small)
    const { rows } = await db.execute(sql`select decisions from seen`)
    expect(rows).toEqual([{ decisions: 7 }])
    expect(await ann.decisions()).toEqual([])
  })

  test('the rows of other tables are deleted, and the job fails', async () => {
    await atDeletionOfContactMessages(`raise exception 'no'`)
    await keepMessages(10, ago(31))
    await addContactMessage()
    await addRateLimit()
    await expect(deleteExpired(ctx, {}, small)).rejects.toThrow()
    expect(await ann.decisions()).toEqual([])
    expect(await db.$count(rateLimits)).toBe(0)
    expect(await db.$count(contactMessages)).toBe(1)
  })
})

describe('in large tables', async () => {
  const measure = await openMeasure(ctx)
  const steps = [...listExpiredRows(ctx.now()).map(({ name }) => name), 'moves']

  beforeAll(async () => {
    const many = 'generate_series(1, 3000) n'
    const statements = [
      `insert into users (id, email) select gen_random_uuid(), n || '@many.example' from ${many}`,
      `insert into pending_sign_ins (token_hash, user_id, has_password, expires_at)
       select id, id, true, now() + interval '1 day' from users`,
      `insert into link_tokens (token_hash, user_id, purpose, expires_at)
       select id, id, 'reset-password', now() + interval '1 hour' from users`,
      `insert into address_changes (user_id, new_email, requested_at, expires_at)
       select id, 'new' || email, now(), now() + interval '1 day' from users`,
      // A kind that is never deleted, and one that has not expired.
      `insert into emails (user_id, kind, occasion, created_at)
       select id, 'welcome', '', now() - interval '900 days' from users
       union all select id, 'weekly-report', '', now() - interval '30 days' from users`,
      `insert into sign_in_attempts (provider, state_hash, browser_hash, nonce, code_verifier,
         key_version, expires_at)
       select 'google', n, '', '', '', 1, now() + interval '10 minutes' from ${many}`,
      `insert into decisions (mailbox_id, provider_message_id, outcome, reason, decided_at)
       select '${ann.id}', 'kept' || n, 'keep', 'not-cold', now() from ${many}`,
      `insert into decisions (mailbox_id, provider_message_id, outcome, reason, decided_at, received_at,
         subject, thread_id, category, score, state, moved_at)
       select '${ann.id}', 'filtered' || n, 'filter', 'cold-outreach', now() - interval '1 year', now(),
         '', '', 'sales', 0.97, 'set-aside', now() from ${many}`,
      `insert into smart_replies (user_id, mailbox_id, sender, organisation, claimed_at)
       select '${ann.userId}', '${ann.id}', n, n, now() - interval '1 year' from ${many}`,
      `insert into correspondent_indexes (mailbox_id, hash_key, key_version, completed_at)
       values ('${ann.id}', '', 1, now())`,
      `insert into sent_messages (mailbox_id, message_hash, sent_at)
       select '${ann.id}', n::text::bytea, now() from ${many}`,
      `insert into user_model_usage (user_id, day_on) select id, current_date from users`,
      `insert into contact_messages (name, email, message, received_at)
       select n, n, n, now() from ${many}`,
      `insert into payment_events (id, received_at) select n, now() from ${many}`,
      `insert into checkouts (provider_session_id, user_id, interval, url, created_at, expires_at)
       select id, id, 'monthly', '', now(), now() from users`,
      `insert into customers (id, user_id, provider_customer_id, created_at)
       select id, id, id, now() from users`,
      `insert into payments (provider_invoice_id, payer_id, number, amount_cents, currency,
         period_starts_at, period_ends_at, paid_at)
       select id, id, '', 1, 'usd', now(), now(), now() from users`,
      `insert into rate_limits (key, expire) select n, 4e12 from ${many}`,
    ]
    for (const statement of statements) await db.execute(statement)
    await db.execute('vacuum analyze')
  })

  test('only expired rows are read', async () => {
    const read: Record<string, unknown> = {}
    for (const step of steps) {
      const cost = await measure((measured) => deleteExpired(measured, { steps: [step] }))
      const rows = Object.values(cost.rows).reduce((sum, count) => sum + count, 0)
      if (rows > 0) read[step] = cost
    }
    expect(read).toEqual({})
  })
})
