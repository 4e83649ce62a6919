import { decisions, emails, linkTokens, mailboxes, users } from '@doorman/db/schema'
import { seedDailyCounts } from '@doorman/db/testing/seeds'
import { dumpTables } from '@doorman/db/testing/test-db'
import { addDays, dayMs, toDayIn, toMonday } from '@doorman/domain/time'
import type { WeeklyReport } from '@doorman/notify/notify'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deleteOrphanedDecisions } from '../housekeeping/delete-orphaned-decisions.ts'
import { changeUser, order, sendOrdered } from '../testing/fake-emails.ts'
import {
  actorOf,
  receiveAndSetAside,
  type FilteredMessage,
} from '../testing/fake-filtered-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { takeAction } from '../user-actions/take-action.ts'
import { checkRestoreLink } from './check-restore-link.ts'
import { useRestoreLink } from './use-restore-link.ts'

const world = await openFakePipeline()
const { ctx, newInbox, notify, runJobsUntilIdle, advance } = world
afterEach(() => ctx.db.execute(sql`delete from rate_limits`))

const visitor = { cookie: undefined, network: '192.0.2.1' }
const check = (token: string) => checkRestoreLink(ctx, visitor, { token })
const use = (token: string) => useRestoreLink(ctx, visitor, { token })

/** A filtered email and the token of the link to restore it, from the user's report. */
async function newLink() {
  const ann = await newInbox()
  await changeUser(ctx, ann, { emailVerified: true })
  const message = await receiveAndSetAside(world, ann)
  const token = await sendReport(ann, message)
  return { ann, ...message, token }
}

async function sendReport(ann: FakeInbox, { id }: FilteredMessage): Promise<string> {
  // The next Monday, whose report is not late.
  const monday = addDays(toMonday(toDayIn('UTC', ctx.now())), 7)
  const decidedAt = new Date(`${addDays(monday, -3)}T12:00:00Z`)
  await ctx.db.update(decisions).set({ decidedAt }).where(eq(decisions.id, id))
  await seedDailyCounts(ctx.db, ann, [{ dayOn: addDays(monday, -3), processed: 10, filtered: 1 }])
  await order(ctx, { userId: ann.userId, kind: 'weekly-report', occasion: monday })
  return readToken(ann)
}

async function readToken(ann: FakeInbox): Promise<string> {
  notify.sent.length = 0
  await sendOrdered(ctx)
  const report = notify.sent.find(({ to }) => to === ann.address)?.email as WeeklyReport | undefined
  const url = new URL(report?.leastCertain[0]?.restoreUrl ?? '')
  return url.searchParams.get('token') ?? ''
}

const stateOf = async ({ id }: Pick<FilteredMessage, 'id'>) => {
  const [row] = await ctx.db.select().from(decisions).where(eq(decisions.id, id))
  return row?.state
}

const used = {
  code: 'invalid',
  message:
    'This link has expired or was used before. You can still restore emails in Filtered Emails.',
}

test('a link restores its email without a login session, as the user’s own action would', async () => {
  const { ann, id, providerMessageId, token } = await newLink()
  await use(token)
  await runJobsUntilIdle()
  expect(ann.inbox()).toContain(providerMessageId)
  expect(await ann.reputationOf('pat@vendor.example')).toBe('trusted')
  expect((await ann.decisions()).find((one) => one.id === id)).toMatchObject({
    state: 'restored',
    restoredBy: 'user',
  })
})

test('checking a link says what it would do and changes nothing', async () => {
  const { ann, id, token } = await newLink()
  for (let times = 0; times < 3; times += 1)
    expect(await check(token)).toMatchObject({
      decision: { id, subject: 'Quick question', senderAddress: 'pat@vendor.example' },
      mailbox: ann.address,
    })
  await runJobsUntilIdle()
  expect(await stateOf({ id })).toBe('set-aside')
  await use(token)
})

test('a link works once, also after the user has undone the action', async () => {
  const { ann, id, token } = await newLink()
  await use(token)
  await runJobsUntilIdle()
  await takeAction(ctx, actorOf(ann), { ids: [id], action: 'undo' })
  await expect(use(token)).rejects.toMatchObject(used)
  await expect(check(token)).rejects.toMatchObject(used)
  expect(await stateOf({ id })).toBe('set-aside')
})

test('of many clicks at the same time, one restores the email', async () => {
  const { ann, id, token } = await newLink()
  await Promise.all(Array.from({ length: 8 }, () => use(token)))
  expect(await stateOf({ id })).toBe('restored')
  const { rows } = await ctx.db.execute<{ restored: number }>(
    sql`select sum(restored)::int as restored from daily_counts where mailbox_id = ${ann.id}`,
  )
  expect(rows).toEqual([{ restored: 1 }])
})

test('a link expires after 30 days', async () => {
  const { id, token } = await newLink()
  advance(30 * dayMs - 60_000)
  await check(token)
  advance(61_000)
  await expect(check(token)).rejects.toMatchObject(used)
  await expect(use(token)).rejects.toMatchObject(used)
  expect(await stateOf({ id })).toBe('set-aside')
})

test('a link whose email is restored says so, and a second click is no error', async () => {
  const [ann, bob] = [await newLink(), await newLink()]
  await takeAction(ctx, actorOf(ann.ann), { ids: [ann.id], action: 'restore' })
  await use(bob.token)
  for (const { token } of [ann, bob]) {
    await use(token)
    expect(await check(token)).toMatchObject({ decision: { state: 'restored' } })
  }
})

test('an email that is gone cannot be restored', async () => {
  const { id, token } = await newLink()
  await ctx.db.update(decisions).set({ state: 'gone' }).where(eq(decisions.id, id))
  await expect(use(token)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This email was moved or deleted, so we can’t restore it.',
  })
})

test('after the mailbox is disconnected a link says so, until the decision is deleted', async () => {
  const { ann, token } = await newLink()
  await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
  const refusal = {
    code: 'conflict',
    message: 'The mailbox of this email is no longer connected.',
  }
  await expect(check(token)).rejects.toMatchObject(refusal)
  await expect(use(token)).rejects.toMatchObject(refusal)
  await deleteOrphanedDecisions(ctx)
  await expect(use(token)).rejects.toMatchObject(used)
})

test('links of a deleted user are unknown', async () => {
  const { ann, token } = await newLink()
  await ctx.db.delete(users).where(eq(users.id, ann.userId))
  await expect(check(token)).rejects.toMatchObject(used)
  await expect(use(token)).rejects.toMatchObject(used)
})

test('a link of one user never touches an email of another', async () => {
  const [ann, bob] = [await newLink(), await newLink()]
  await ctx.db
    .update(linkTokens)
    .set({ decisionId: bob.id })
    .where(eq(linkTokens.decisionId, ann.id))
  await expect(check(ann.token)).rejects.toMatchObject({ code: 'conflict' })
  await expect(use(ann.token)).rejects.toMatchObject({ code: 'conflict' })
  expect(await stateOf(bob)).toBe('set-aside')
  await use(bob.token)
  expect(await stateOf(ann)).toBe('set-aside')
})

test('a link for another purpose restores nothing', async () => {
  const { ann, id } = await newLink()
  notify.sent.length = 0
  await order(ctx, { userId: ann.userId, kind: 'reset-password' })
  await sendOrdered(ctx)
  const [reset] = notify.sent
  const token = new URL(reset?.email.url ?? '').searchParams.get('token') ?? ''
  expect(token).toHaveLength(43)
  await expect(use(token)).rejects.toMatchObject(used)
  expect(await stateOf({ id })).toBe('set-aside')
})

test('a report that is sent again has the same links, and each still works once', async () => {
  const { ann, id, token } = await newLink()
  await ctx.db.update(emails).set({ sentAt: null }).where(eq(emails.userId, ann.userId))
  expect(await readToken(ann)).toBe(token)
  await use(token)
  await runJobsUntilIdle()
  await takeAction(ctx, actorOf(ann), { ids: [id], action: 'undo' })
  await runJobsUntilIdle()
  await ctx.db.update(emails).set({ sentAt: null }).where(eq(emails.userId, ann.userId))
  expect(await readToken(ann)).toBe(token)
  await expect(use(token)).rejects.toMatchObject(used)
})

test('neither the orders of emails nor the jobs hold an address, a subject or a token', async () => {
  const { ann, token } = await newLink()
  const { rows } = await ctx.db.execute<{ line: string }>(sql`
    select e::text as line from emails e union all select j::text from pgboss.job j`)
  const stored = rows.map(({ line }) => line).join('\n')
  expect(stored).toContain(ann.userId)
  for (const secret of [ann.address, 'pat@vendor.example', 'Quick question', token])
    expect(stored).not.toContain(secret)
})

test('a copy of the database is not enough to restore an email', async () => {
  const { token } = await newLink()
  expect(await dumpTables(ctx.db)).not.toContain(token)
  const links = await ctx.db.select().from(linkTokens)
  expect(links).not.toEqual([])
  for (const { tokenHash, decisionId } of links.slice(-3)) {
    await expect(use(tokenHash)).rejects.toMatchObject(used)
    expect(token).not.toContain(decisionId)
  }
})

test('a click during the deletion of the user waits for it, and the two do not deadlock', async () => {
  const { ann, token } = await newLink()
  const clicked = await ctx.db.transaction(async (tx) => {
    // The deletion has locked the user. It deletes the rest once the click waits for that lock.
    await tx.execute(sql`select from users where id = ${ann.userId} for update`)
    const click = use(token).then(
      () => 'restored',
      (error: unknown) => error,
    )
    await untilBlocked()
    await tx.delete(users).where(eq(users.id, ann.userId))
    return { click }
  })
  expect(await clicked.click).toMatchObject(used)
})

async function untilBlocked(): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  if (rows.length === 0) return untilBlocked()
}
