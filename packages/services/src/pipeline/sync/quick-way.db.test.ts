import { certainPitch } from '@doorman/classifier/testing/fake-classifier'
import { dailyCounts, decisions, mailboxes, undecidedMessages, users } from '@doorman/db/schema'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { thresholds } from '@doorman/domain/screening/thresholds'
import { dayMs, hourMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { maxLoadedAtOnce } from '@doorman/mail/mailbox'
import { eq, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Attempt } from '../../ports/jobs.ts'
import { fakeAttempt } from '../../testing/fake-attempt.ts'
import { openFakePipeline, type FakeInbox, type FakeMessage } from '../../testing/fake-pipeline.ts'
import { openStatementLog } from '../../testing/measure-queries.ts'
import { applyAction } from '../../user-actions/apply-action.ts'
import { syncMailbox } from './sync-mailbox.ts'

// Small pages are screened within the sync. Anything unusual goes the careful way: a row, and a job for
// each message.

const asked: string[] = []
const world = await openFakePipeline({
  openCascades: () => (userId) => ({
    classify: async () => {
      asked.push(userId)
      return certainPitch
    },
  }),
})
const { ctx, classifier, newInbox, sync, runJobsUntilIdle } = world

beforeEach(() => world.judgeAll('cold'))

const syncOnly = ({ id: mailboxId }: FakeInbox, attempt?: Attempt) =>
  syncMailbox(ctx, { mailboxId }, attempt)

async function newScannedInbox(options?: Parameters<typeof newInbox>[0]) {
  const ann = await newInbox(options)
  await sync(ann)
  return ann
}

const undecidedOf = async ({ id }: FakeInbox) =>
  ctx.db.select().from(undecidedMessages).where(eq(undecidedMessages.mailboxId, id))

const reasonsOf = async (ann: FakeInbox) =>
  new Map((await ann.decisions()).map((one) => [one.providerMessageId, one.reason]))

const waitingJobs = async ({ id }: FakeInbox) => {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select name from pgboss.job where data ->> 'mailboxId' = ${id} and state < 'active' order by name`)
  return rows.map(({ name }) => name.replace(/\/.*/, ''))
}

const receiveMany = (ann: FakeInbox, count: number, message?: FakeMessage) =>
  Array.from({ length: count }, () => ann.receive(message))

describe('a sync that finds', () => {
  test('twenty messages decides them itself, and one job moves them', async () => {
    const ann = await newScannedInbox()
    const ids = receiveMany(ann, 20)
    await syncOnly(ann)
    expect([...(await reasonsOf(ann)).keys()].sort()).toEqual(ids.sort())
    expect(await undecidedOf(ann)).toEqual([])
    expect(await waitingJobs(ann)).toEqual(['move-messages'])
    expect(
      await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, ann.id)),
    ).toMatchObject([{ processed: 20, filtered: 20 }])
    await runJobsUntilIdle()
    expect(ann.inbox()).toEqual([])
  })

  test('twenty-one messages leaves them to one job', async () => {
    const ann = await newScannedInbox()
    const ids = receiveMany(ann, 21)
    await syncOnly(ann)
    expect(await ann.decisions()).toEqual([])
    expect(await waitingJobs(ann)).toEqual(['screen-messages'])
    await runJobsUntilIdle()
    expect([...(await reasonsOf(ann)).keys()].sort()).toEqual(ids.sort())
    expect(await undecidedOf(ann)).toEqual([])
  })
})

test('the cursor, the decisions, their counts and the end of the job are committed together or not at all', async () => {
  const ann = await newScannedInbox()
  const before = await ann.row()
  const id = ann.receive()
  const expired = fakeAttempt({ complete: () => Promise.reject(new Error('expired')) })
  await expect(syncOnly(ann, expired)).rejects.toThrow('expired')
  expect(await ann.row()).toMatchObject({ cursor: before.cursor, finishedRun: before.finishedRun })
  expect(await ann.decisions()).toEqual([])
  expect(await undecidedOf(ann)).toEqual([])
  expect(await waitingJobs(ann)).toEqual([])
  expect(await ctx.db.$count(dailyCounts, eq(dailyCounts.mailboxId, ann.id))).toBe(0)
  await sync(ann)
  expect(await ann.decisions()).toMatchObject([{ providerMessageId: id, state: 'set-aside' }])
})

test('a sync completes its job in its own transaction', async () => {
  const ann = await newScannedInbox()
  ann.receive()
  const seen: number[] = []
  const attempt = fakeAttempt({
    // Another connection does not see the decision before the job is completed.
    async complete(tx) {
      const { rowCount } = await tx.execute(sql`select from decisions where mailbox_id = ${ann.id}`)
      seen.push((await ann.decisions()).length, rowCount ?? 0)
    },
  })
  expect(await syncOnly(ann, attempt)).toBe('completed')
  expect(seen).toEqual([0, 1])
})

test('a sync that is overtaken while it judges stores nothing, and does not complete its job', async () => {
  const ann = await newScannedInbox()
  const [first] = receiveMany(ann, 1)
  const { countKeptMessages } = ann.box
  let later = '' as ProviderMessageId
  ann.box.countKeptMessages = async (query) => {
    ann.box.countKeptMessages = countKeptMessages
    later = ann.receive({ from: 'later@vendor.example' })
    await sync(ann)
    return countKeptMessages.call(ann.box, query)
  }
  let completed = 0
  const attempt = fakeAttempt({ complete: async () => void (completed += 1) })
  expect(await syncOnly(ann, attempt)).toBeUndefined()
  expect(completed).toBe(0)
  await runJobsUntilIdle()
  expect(await ann.decisions()).toHaveLength(2)
  expect(new Set((await reasonsOf(ann)).keys())).toEqual(new Set([first, later]))
  expect(
    await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, ann.id)),
  ).toMatchObject([{ processed: 2 }])
})

test('a message that kills the sync is kept unchecked after three deaths, and the others are decided', async () => {
  const ann = await newScannedInbox()
  const ids = receiveMany(ann, 3)
  const [poison] = ids
  const { loadMessage, loadMessages } = ann.box
  const killed = () => Promise.reject(new Error('killed'))
  let deaths = 0
  const die = () => {
    deaths += 1
    return killed()
  }
  ann.box.loadMessage = (id) => (id === poison ? die() : loadMessage.call(ann.box, id))
  ann.box.loadMessages = (page) =>
    page.includes(poison!) ? die() : loadMessages.call(ann.box, page)
  world.expectError('job-failed')
  await expect(syncOnly(ann)).rejects.toThrow('killed')
  expect(await ann.row()).toMatchObject({ problem: null })
  for (let tries = 0; tries < 5; tries += 1) {
    await sync(ann)
    await world.makeRetriesDue()
  }
  expect(deaths).toBe(3)
  const reasons = await reasonsOf(ann)
  expect(ids.map((id) => reasons.get(id))).toEqual([
    'could-not-be-checked',
    'cold-outreach',
    'cold-outreach',
  ])
  ann.receive()
  await syncOnly(ann)
  expect(await ann.decisions()).toHaveLength(4)
})

test('after a provider failure, the next sync takes the quick way again', async () => {
  const ann = await newScannedInbox()
  ann.box.failNextWith = new MailError('unavailable', 'test')
  await syncOnly(ann)
  ann.receive()
  await syncOnly(ann)
  expect(await ann.decisions()).toHaveLength(1)
})

test('after a sync that died, a provider failure does not end the careful way', async () => {
  const ann = await newScannedInbox()
  await ctx.db
    .update(mailboxes)
    .set({ syncRun: sql`${mailboxes.syncRun} + 1` })
    .where(eq(mailboxes.id, ann.id))
  ann.box.failNextWith = new MailError('unavailable', 'test')
  await syncOnly(ann)
  ann.receive()
  await syncOnly(ann)
  expect(await ann.decisions()).toEqual([])
  await runJobsUntilIdle()
  expect(await ann.decisions()).toHaveLength(1)
})

test('messages that the provider does not show go the careful way, and the rest of the page is decided', async () => {
  const ann = await newScannedInbox()
  const [gone, refused, fine] = receiveMany(ann, 3)
  const errors = new Map([
    [gone, new MailError('gone', 'test')],
    [refused, new MailError('refused', 'test')],
  ])
  const { loadMessage, loadMessages } = ann.box
  ann.box.loadMessage = (id) =>
    errors.has(id) ? Promise.reject(errors.get(id)) : loadMessage.call(ann.box, id)
  ann.box.loadMessages = async (ids) =>
    new Map([...(await loadMessages.call(ann.box, ids)), ...errors] as never)
  await syncOnly(ann)
  expect(await reasonsOf(ann)).toEqual(new Map([[fine, 'cold-outreach']]))
  expect(await waitingJobs(ann)).toEqual(['move-messages', 'screen-message', 'screen-message'])
  await runJobsUntilIdle()
  expect((await reasonsOf(ann)).get(gone!)).toBe('gone')
  expect((await reasonsOf(ann)).get(refused!)).toBe('could-not-be-checked')
})

test('an outage while a page is loaded delays its messages, not the sync', async () => {
  const ann = await newScannedInbox()
  const ids = receiveMany(ann, 2)
  const { loadMessages } = ann.box
  ann.box.loadMessages = () => Promise.reject(new MailError('unavailable', 'test'))
  await syncOnly(ann)
  expect(await ann.row()).toMatchObject({ problem: null })
  expect(await undecidedOf(ann)).toHaveLength(2)
  ann.box.loadMessages = loadMessages
  await runJobsUntilIdle()
  expect([...(await reasonsOf(ann)).keys()].sort()).toEqual(ids.sort())
})

describe('a message that the local model is unsure about', () => {
  const unsure = { ...certainPitch, score: thresholds.sales.unsure }

  test('gets its second opinion in a job of its own', async () => {
    const ann = await newScannedInbox()
    asked.length = 0
    classifier.verdict = unsure
    ann.receive()
    await syncOnly(ann)
    expect(asked).toEqual([])
    expect(await ann.decisions()).toEqual([])
    await runJobsUntilIdle()
    expect(asked).toEqual([ann.userId])
    expect(await ann.decisions()).toMatchObject([{ reason: 'cold-outreach' }])
  })

  test('is decided at once without Pro, which includes no second opinion', async () => {
    const ann = await newScannedInbox({ isPro: false })
    asked.length = 0
    classifier.verdict = unsure
    ann.receive()
    await syncOnly(ann)
    expect(asked).toEqual([])
    expect(await ann.decisions()).toMatchObject([{ outcome: 'keep' }])
  })
})

test('a message waits alone for an incomplete index, and the rest of its page is decided', async () => {
  const ann = await newInbox({ provider: 'microsoft' })
  ann.box.isSearchReliable = false
  ann.box.listSent = () => Promise.reject(new MailError('unavailable', 'test'))
  await sync(ann)
  const [doubtful, service] = [ann.receive(), ann.receive({ from: 'no-reply@vendor.example' })]
  await syncOnly(ann)
  expect(await reasonsOf(ann)).toEqual(new Map([[service, 'service-notification']]))
  expect(await undecidedOf(ann)).toMatchObject([{ providerMessageId: doubtful }])
})

describe('on one page', () => {
  test('a message in the thread of a pitch is its follow-up', async () => {
    const ann = await newScannedInbox()
    const now = ctx.now().getTime()
    const thread = { threadId: 'one-page', from: 'pat@vendor.example' }
    const bump = ann.receive({
      ...thread,
      text: 'Any thoughts?',
      receivedAt: new Date(now - 1_000),
    })
    const pitch = ann.receive({ ...thread, receivedAt: new Date(now - hourMs) })
    await syncOnly(ann)
    expect(await reasonsOf(ann)).toEqual(
      new Map([
        [pitch, 'cold-outreach'],
        [bump, 'follow-up'],
      ]),
    )
  })

  test('what the user sends makes its recipient a known contact for the other messages', async () => {
    const ann = await newScannedInbox()
    ann.box.sentByUser.push({ to: ['pat@vendor.example'], rfcMessageId: '<just-sent@own>' })
    const id = ann.receive()
    await sync(ann)
    expect(await reasonsOf(ann)).toEqual(new Map([[id, 'known-contact']]))
  })

  test('what the user moves back makes its sender trusted for the other messages', async () => {
    const ann = await newScannedInbox()
    const first = ann.receive({ from: 'hand@vendor.example' })
    await sync(ann)
    world.advance(1_000)
    ann.box.moveAsUser(first, 'inbox')
    const next = ann.receive({ from: 'hand@vendor.example' })
    await sync(ann)
    expect((await reasonsOf(ann)).get(next)).toBe('restored-sender')
  })

  test('what the user takes out of junk makes its sender trusted, too, although it is listed as new', async () => {
    const ann = await newScannedInbox()
    const spam = ann.receive({ from: 'junk@vendor.example' })
    await sync(ann)
    const which = eq(decisions.mailboxId, ann.id)
    await ctx.db.transaction((tx) =>
      applyAction(ctx, tx, { userId: ann.userId, action: 'report-spam', which }),
    )
    await runJobsUntilIdle()
    world.advance(1_000)
    ann.box.moveAsUser(spam, 'inbox')
    const next = ann.receive({ from: 'junk@vendor.example' })
    const { listChanges } = ann.box
    ann.box.listChanges = async (cursor) => {
      const changes = await listChanges.call(ann.box, cursor)
      return changes === 'cursor-lost' ? changes : { ...changes, movedBack: [] }
    }
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'restored' }, { outcome: 'keep' }])
    expect((await reasonsOf(ann)).get(next)).toBe('restored-sender')
  })
})

test('on a page that is too large to be screened at once, what the user takes out of junk is restored if it is in the inbox', async () => {
  const ann = await newScannedInbox()
  const [back, elsewhere] = [ann.receive(), ann.receive()]
  await sync(ann)
  await ctx.db.transaction((tx) =>
    applyAction(ctx, tx, {
      userId: ann.userId,
      action: 'report-spam',
      which: eq(decisions.mailboxId, ann.id),
    }),
  )
  await runJobsUntilIdle()
  world.advance(1_000)
  ann.box.moveAsUser(back, 'inbox')
  ann.box.moveAsUser(elsewhere, 'elsewhere')
  for (let count = 0; count <= maxLoadedAtOnce; count += 1)
    ann.receive({ from: 'no-reply@vendor.example' })
  const { listChanges } = ann.box
  ann.box.listChanges = async (cursor) => {
    const changes = await listChanges.call(ann.box, cursor)
    if (changes === 'cursor-lost') return changes
    return { ...changes, arrived: [...changes.arrived, elsewhere], movedBack: [] }
  }
  await syncOnly(ann)
  const states = new Map(
    (await ann.decisions()).map(({ providerMessageId, state }) => [providerMessageId, state]),
  )
  expect(states).toEqual(
    new Map([
      [back, 'restored'],
      [elsewhere, 'spam'],
    ]),
  )
})

test('what the user takes out of junk is not lost if it cannot be loaded with its page', async () => {
  const ann = await newScannedInbox()
  const spam = ann.receive()
  await sync(ann)
  const which = eq(decisions.mailboxId, ann.id)
  await ctx.db.transaction((tx) =>
    applyAction(ctx, tx, { userId: ann.userId, action: 'report-spam', which }),
  )
  await runJobsUntilIdle()
  world.advance(1_000)
  ann.box.moveAsUser(spam, 'inbox')
  ann.box.loadMessages = () => Promise.reject(new MailError('unavailable', 'test'))
  await sync(ann)
  expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
})

test('a mailbox that becomes observe-only while its messages are judged gets no pending moves', async () => {
  const ann = await newScannedInbox()
  receiveMany(ann, 2)
  const { countKeptMessages } = ann.box
  ann.box.countKeptMessages = async (query) => {
    await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, ann.id))
    return countKeptMessages.call(ann.box, query)
  }
  await syncOnly(ann)
  const observed = { outcome: 'observe', state: null, mayReply: false }
  expect(await ann.decisions()).toMatchObject([observed, observed])
  expect(await waitingJobs(ann)).toEqual([])
})

test.each([
  ['that a job started', fakeAttempt()],
  ['without a job', undefined],
])('a plan that ends during a sync %s decides about the next check', async (_case, attempt) => {
  const ann = await newScannedInbox()
  const { listChanges } = ann.box
  ann.box.listChanges = async (cursor) => {
    const trialEndsAt = new Date(ctx.now().getTime() - 10 * dayMs)
    await ctx.db.update(users).set({ trialEndsAt }).where(eq(users.id, ann.userId))
    return listChanges.call(ann.box, cursor)
  }
  await syncOnly(ann, attempt)
  const { nextCheckAt, lateAfter } = await ann.row()
  expect(nextCheckAt!.getTime() - ctx.now().getTime()).toBeGreaterThan(hourMs)
  expect(lateAfter.getTime() - ctx.now().getTime()).toBeGreaterThan(dayMs)
})

describe('a page whose messages are all kept is stored in one statement', () => {
  beforeEach(() => world.judgeAll('ordinary'))

  /** A message, and what happens while it is judged. */
  async function receiveDuring(event: (ann: FakeInbox) => Promise<unknown>) {
    const ann = await newScannedInbox()
    const before = await ann.row()
    ann.receive()
    const { loadMessages } = ann.box
    ann.box.loadMessages = async (ids) => {
      await event(ann)
      return loadMessages.call(ann.box, ids)
    }
    return { ann, before }
  }

  test('with its counts and the end of the sync', async () => {
    const { ann, before } = await receiveDuring(async () => {})
    expect(await syncOnly(ann, fakeAttempt())).toBe('completed')
    const { cursor, syncRun, finishedRun } = await ann.row()
    expect(cursor).not.toBe(before.cursor)
    expect(finishedRun).toBe(syncRun)
    expect(await ann.decisions()).toMatchObject([{ outcome: 'keep', state: null }])
    expect(
      await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, ann.id)),
    ).toMatchObject([{ processed: 1, filtered: 0 }])
  })

  test('and changes the same columns of the mailbox as the transaction of another page', async () => {
    const longAgo = new Date('2026-01-01T00:00:00Z')
    const old = { lastCheckedAt: longAgo, nextCheckAt: longAgo, lateAfter: longAgo }
    const listChanged = async (attempt?: Attempt) => {
      const { ann } = await receiveDuring(async () => {})
      await ctx.db
        .update(mailboxes)
        .set({ ...old, problem: 'out-of-reach' })
        .where(eq(mailboxes.id, ann.id))
      const before = Object.entries(await ann.row())
      await syncOnly(ann, attempt)
      const after = new Map<string, unknown>(Object.entries(await ann.row()))
      return before.flatMap(([name, value]) =>
        isDeepStrictEqual(value, after.get(name)) ? [] : [name],
      )
    }
    const changed = await listChanged(fakeAttempt())
    expect(changed).toEqual(await listChanged())
    expect(changed).toEqual(
      expect.arrayContaining([...Object.keys(old), 'problem', 'cursor', 'finishedRun']),
    )
  })

  test('or not at all, if another worker has the job by now', async () => {
    const { ann, before } = await receiveDuring(async () => {})
    const complete = () => Promise.reject(new Error('lost'))
    await expect(syncOnly(ann, fakeAttempt({ complete, isLost: true }))).rejects.toThrow('lost')
    expect(await ann.row()).toMatchObject({
      cursor: before.cursor,
      finishedRun: before.finishedRun,
    })
    expect(await ann.decisions()).toEqual([])
    expect(await ctx.db.$count(dailyCounts, eq(dailyCounts.mailboxId, ann.id))).toBe(0)
  })

  test('or not at all, if the user pauses the mailbox meanwhile', async () => {
    const { ann, before } = await receiveDuring(({ id }) =>
      ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, id)),
    )
    expect(await syncOnly(ann, fakeAttempt())).toBeUndefined()
    expect((await ann.row()).cursor).toBe(before.cursor)
    expect(await ann.decisions()).toEqual([])
  })

  test('and counted on the day of the time zone that the user has by then', async () => {
    const toDay = async (timeZone: string) => {
      const { ann } = await receiveDuring(({ userId }) =>
        ctx.db.update(users).set({ timeZone }).where(eq(users.id, userId)),
      )
      expect(await syncOnly(ann, fakeAttempt())).toBe('completed')
      return (await ann.decisions())[0]?.countedOn
    }
    // There is no hour at which these two have the same day.
    expect(await toDay('Pacific/Kiritimati')).not.toBe(await toDay('Pacific/Pago_Pago'))
  })
})

describe('messages of a batch whose worker died', () => {
  test('go the careful way, and the others are screened together', async () => {
    const ann = await newInbox()
    const ids = receiveMany(ann, 25)
    await syncOnly(ann)
    const [died] = await undecidedOf(ann)
    await ctx.db
      .update(undecidedMessages)
      .set({ startCount: 3 })
      .where(eq(undecidedMessages.providerMessageId, died!.providerMessageId))
    await runJobsUntilIdle()
    const reasons = await reasonsOf(ann)
    expect([...reasons.keys()].sort()).toEqual(ids.sort())
    expect(reasons.get(died!.providerMessageId)).toBe('could-not-be-checked')
    expect(await ann.row()).toMatchObject({ syncStatus: 'synced', syncProgress: 25 })
  })
})

describe('statements and transactions of a sync', async () => {
  const listStatements = await openStatementLog(ctx)
  const attempt = fakeAttempt({ complete: async (tx) => void (await tx.execute(sql`select 1`)) })

  test.each([
    // Fetching the job makes it 4 and 4.
    ['an ordinary message alone', 1, 'ordinary', { statements: 3, transactions: 3 }],
    ['ten ordinary messages', 10, 'ordinary', { statements: 3, transactions: 3 }],
    // Enqueues a move: its job, and the provider's queue for it.
    ['ten pitches', 10, 'cold', { statements: 7, transactions: 3 }],
    ['nothing', 0, 'ordinary', { statements: 2, transactions: 2 }],
  ] as const)('that finds %s', async (_case, messages, verdict, budget) => {
    const ann = await newScannedInbox()
    world.judgeAll(verdict)
    receiveMany(ann, messages)
    const work = { mailboxId: ann.id }
    const cost = toCost(await listStatements((logged) => syncMailbox(logged, work, attempt)))
    expect(await ann.decisions()).toHaveLength(messages)
    expect(cost.statements).toBeLessThanOrEqual(budget.statements)
    expect(cost.transactions).toBeLessThanOrEqual(budget.transactions)
  })
})

/** `begin` and `commit` count as a transaction, not as statements. */
function toCost(texts: readonly string[]): { statements: number; transactions: number } {
  const isControl = (text: string) => /^(?:begin|commit|rollback)/.test(text)
  const begun = texts.filter((text) => text.startsWith('begin')).length
  const alone = texts.reduce(
    ({ count, isInside }, text) =>
      isControl(text)
        ? { count, isInside: text.startsWith('begin') }
        : { count: isInside ? count : count + 1, isInside },
    { count: 0, isInside: false },
  ).count
  return {
    statements: texts.filter((text) => !isControl(text)).length,
    transactions: begun + alone,
  }
}
