import { decisions, mailboxes } from '@doorman/db/schema'
import { aFilteredEmail, seedFilteredEmails } from '@doorman/db/testing/seeds'
import type { DecisionId, ProviderMessageId } from '@doorman/domain/ids'
import { dayMs, minuteMs, secondMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import type { MessageLocation } from '@doorman/mail/mailbox'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { moveMessageJob, moveMessagesJob } from '../../ports/jobs.ts'
import { actorOf } from '../../testing/fake-filtered-emails.ts'
import { fakeAttempt } from '../../testing/fake-attempt.ts'
import { interceptLook, interceptMove, killAfterMove } from '../../testing/fake-moves.ts'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { openMeasure, openStatementLog } from '../../testing/measure-queries.ts'
import { takeAction } from '../../user-actions/take-action.ts'
import { leaseDueMoves } from './lease-due-moves.ts'
import { unfinishedLease } from './move-lease.ts'
import { moveMessage } from './move-message.ts'
import { moveMessages } from './move-messages.ts'

const world = await openFakePipeline()
const { ctx, newInbox, runJobsUntilIdle } = world

type Values = Partial<typeof decisions.$inferInsert>
type Filtered = { readonly id: DecisionId; readonly providerMessageId: ProviderMessageId }

/** Messages in the inbox that are decided and not yet moved, the first one decided first. */
async function filter(inbox: FakeInbox, count: number, values: Values = {}): Promise<Filtered[]> {
  const now = ctx.now().getTime()
  const messages = Array.from({ length: count }, (_, n) => ({
    providerMessageId: inbox.receive(),
    decidedAt: new Date(now - minuteMs + n),
  }))
  const pending = { state: 'pending', movedAt: null, ...values } as const
  const ids = await seedFilteredEmails(
    ctx.db,
    inbox,
    messages.map((message, n) => aFilteredEmail(n, { ...pending, ...message })),
  )
  return messages.map(({ providerMessageId }, n) => ({
    id: ids[n] ?? ('' as DecisionId),
    providerMessageId,
  }))
}

const move = ({ id: mailboxId }: FakeInbox) => moveMessages(ctx, { mailboxId })
const take = (inbox: FakeInbox, action: 'restore' | 'report-spam', ...emails: Filtered[]) =>
  takeAction(ctx, actorOf(inbox), { ids: emails.map(({ id }) => id), action })
const statesOf = async ({ id }: FakeInbox, of: readonly Filtered[]) => {
  const found = await ctx.db
    .select({ id: decisions.id, state: decisions.state })
    .from(decisions)
    .where(eq(decisions.mailboxId, id))
  return of.map((one) => found.find((row) => row.id === one.id)?.state)
}
const locationsOf = ({ box }: FakeInbox, of: readonly Filtered[]) =>
  of.map(({ providerMessageId }) => box.messages.get(providerMessageId)?.location)
const changeMailbox = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))
const fill = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

/** Records the calls to the provider. */
function recordCalls({ box }: FakeInbox) {
  const calls: { what: string; to?: MessageLocation; ids: readonly ProviderMessageId[] }[] = []
  const { locateMessages, moveMessages, move, loadMessage } = box
  box.locateMessages = (ids) => {
    calls.push({ what: 'locate', ids })
    return locateMessages.call(box, ids)
  }
  box.moveMessages = (ids, to) => {
    calls.push({ what: 'move-together', to, ids })
    return moveMessages.call(box, ids, to)
  }
  box.move = (id, to) => {
    calls.push({ what: 'move-alone', to, ids: [id] })
    return move.call(box, id, to)
  }
  box.loadMessage = (id) => {
    calls.push({ what: 'load', ids: [id] })
    return loadMessage.call(box, id)
  }
  return calls
}

async function listJobs({ id }: FakeInbox): Promise<{ name: string; decisionId: string | null }[]> {
  const { rows } = await ctx.db.execute<{ name: string; decisionId: string | null }>(
    sql`select split_part(name, '/', 1) as name, data ->> 'decisionId' as "decisionId"
      from pgboss.job where data ->> 'mailboxId' = ${id} and state < 'active' order by name`,
  )
  return rows
}

/** Resolves when another connection waits for a row lock. */
async function untilBlocked(): Promise<void> {
  const { rows } = await ctx.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  if (rows.length === 0) return untilBlocked()
}

const alone = ({ id }: Filtered) => ({ name: moveMessageJob.name, decisionId: id })
const forgetJobs = ({ id }: FakeInbox) =>
  ctx.db.execute(sql`delete from pgboss.job where data ->> 'mailboxId' = ${id}`)

test('ten messages with three targets take one look and three moves', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const emails = await filter(ann, 10)
  const ofBob = await filter(bob, 1)
  await take(ann, 'restore', ...emails.slice(0, 2))
  await take(ann, 'report-spam', ...emails.slice(2, 4))
  ann.box.moveAsUser(emails[0]?.providerMessageId ?? ('' as ProviderMessageId), 'set-aside')
  ann.box.moveAsUser(emails[1]?.providerMessageId ?? ('' as ProviderMessageId), 'elsewhere')
  const calls = recordCalls(ann)
  await move(ann)
  expect(calls.map(({ what, to, ids }) => [what, to, ids.length])).toEqual([
    ['locate', undefined, 10],
    ['move-together', 'inbox', 2],
    ['move-together', 'junk', 2],
    ['move-together', 'set-aside', 6],
  ])
  expect(locationsOf(ann, emails)).toEqual([
    ...fill(2, 'inbox'),
    ...fill(2, 'junk'),
    ...fill(6, 'set-aside'),
  ])
  expect(await statesOf(ann, emails)).toEqual([
    ...fill(2, 'restored'),
    ...fill(2, 'spam'),
    ...fill(6, 'set-aside'),
  ])
  expect(locationsOf(bob, ofBob)).toEqual(['inbox'])
  expect(await statesOf(bob, ofBob)).toEqual(['pending'])
})

test('twenty messages are moved at once, the user’s actions first, and a second job moves the rest', async () => {
  const ann = await newInbox()
  const emails = await filter(ann, 26)
  const last = emails.slice(25)
  await take(ann, 'report-spam', ...last)
  await forgetJobs(ann)
  await move(ann)
  expect(await statesOf(ann, emails)).toEqual([
    ...fill(19, 'set-aside'),
    ...fill(6, 'pending'),
    'spam',
  ])
  expect(locationsOf(ann, last)).toEqual(['junk'])
  expect(await listJobs(ann)).toEqual([{ name: moveMessagesJob.name, decisionId: null }])
  await runJobsUntilIdle()
  expect(locationsOf(ann, emails)).toEqual([...fill(25, 'set-aside'), 'junk'])
  expect(await listJobs(ann)).toEqual([])
})

test('exactly twenty messages need no second job', async () => {
  const ann = await newInbox()
  const emails = await filter(ann, 20)
  await move(ann)
  expect(await statesOf(ann, emails)).toEqual(fill(20, 'set-aside'))
  expect(await listJobs(ann)).toEqual([])
})

describe('a message gets a job of its own, and the others are moved, if', () => {
  test('its user acts on it during the move', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 3)
    const [first, second, third] = emails
    if (!first || !second || !third) throw new Error('Three were filtered')
    interceptMove(ann.box, async (run) => {
      await run()
      await take(ann, 'restore', second)
      await forgetJobs(ann)
    })
    await move(ann)
    expect(await statesOf(ann, emails)).toEqual(['set-aside', 'restored', 'set-aside'])
    expect(await listJobs(ann)).toEqual([alone(second)])
    await runJobsUntilIdle()
    expect(locationsOf(ann, emails)).toEqual(['set-aside', 'inbox', 'set-aside'])
  })

  test('the provider refuses its move: that job gives up, and no batch tries it again', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 3)
    const [, refused] = emails
    if (!refused) throw new Error('Three were filtered')
    const refuse = () => new MailError('refused', 'test')
    const { moveMessages: moveAll, move: moveOne } = ann.box
    ann.box.moveMessages = async (ids, to) => {
      await moveAll.call(
        ann.box,
        ids.filter((id) => id !== refused.providerMessageId),
        to,
      )
      return new Map(
        ids.includes(refused.providerMessageId) ? [[refused.providerMessageId, refuse()]] : [],
      )
    }
    ann.box.move = (id, to) =>
      id === refused.providerMessageId ? Promise.reject(refuse()) : moveOne.call(ann.box, id, to)
    await move(ann)
    expect(await listJobs(ann)).toEqual([alone(refused)])
    await runJobsUntilIdle()
    expect(await statesOf(ann, emails)).toEqual(['set-aside', 'pending', 'set-aside'])
    expect(world.logs.filter((line) => line.includes('job-given-up'))).toHaveLength(1)
    const calls = recordCalls(ann)
    const more = await filter(ann, 1)
    await move(ann)
    expect(calls.map(({ ids }) => ids)).toEqual([
      [more[0]?.providerMessageId],
      [more[0]?.providerMessageId],
    ])
  })

  test('the provider does not say where it is', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 2)
    const { locateMessages } = ann.box
    ann.box.locateMessages = async (ids) =>
      new Map([...(await locateMessages.call(ann.box, ids))].slice(0, 1))
    await move(ann)
    expect(await statesOf(ann, emails)).toEqual(['set-aside', 'pending'])
    expect(await listJobs(ann)).toEqual(emails.slice(1).map(alone))
  })

  test('a worker died over it', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 2)
    const work = { mailboxId: ann.id }
    await expect(moveMessages(killAfterMove(ctx, ann.box), work)).rejects.toThrow('killed')
    const more = await filter(ann, 1)
    expect(await move(ann)).toBe('not-yet')
    expect(await statesOf(ann, [...emails, ...more])).toEqual(['pending', 'pending', 'set-aside'])
    expect(await listJobs(ann)).toEqual([])
    world.advance(minuteMs)
    expect(await move(ann)).toBeUndefined()
    expect(await listJobs(ann)).toEqual(expect.arrayContaining(emails.map(alone)))
    await runJobsUntilIdle()
    expect(await statesOf(ann, emails)).toEqual(fill(2, 'set-aside'))
  })
})

describe('a lease that ends during a batch', () => {
  test('moves nothing that another worker may be moving by now', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 2)
    const [email] = emails
    if (!email) throw new Error('Two were filtered')
    interceptLook(ann.box, async () => {
      // The provider answers so late that another worker takes over, and the user acts.
      world.advance(minuteMs)
      await moveMessage(ctx, { mailboxId: ann.id, decisionId: email.id })
      await take(ann, 'restore', email)
      await moveMessage(ctx, { mailboxId: ann.id, decisionId: email.id })
    })
    const { locateMessages } = ann.box
    ann.box.locateMessages = async (ids) => {
      await locateMessages.call(ann.box, ids)
      return new Map(ids.map((id) => [id, 'inbox' as const]))
    }
    await move(ann)
    expect(locationsOf(ann, [email])).toEqual(['inbox'])
    expect(await statesOf(ann, [email])).toEqual(['restored'])
    await runJobsUntilIdle()
    expect(locationsOf(ann, emails)).toEqual(['inbox', 'set-aside'])
  })

  test('leaves messages to jobs of their own if a call might outlast the lease', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 2)
    interceptLook(ann.box, async () => world.advance(20 * secondMs))
    const calls = recordCalls(ann)
    await move(ann)
    expect(calls.map(({ what }) => what)).toEqual(['locate'])
    expect(await listJobs(ann)).toEqual(expect.arrayContaining(emails.map(alone)))
    await runJobsUntilIdle()
    expect(await statesOf(ann, emails)).toEqual(fill(2, 'set-aside'))
  })
})

describe('two workers', () => {
  test('with a batch each move every message once', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 30)
    const calls = recordCalls(ann)
    await Promise.all([move(ann), move(ann), move(ann)])
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(await statesOf(ann, emails)).toEqual(fill(30, 'set-aside'))
    const moved = calls.filter(({ what }) => what === 'move-together').flatMap(({ ids }) => ids)
    expect(moved.toSorted()).toEqual(emails.map((one) => one.providerMessageId).toSorted())
  })

  test('that find the same messages: the second waits and leaves out what the first has leased', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 3)
    const calls = recordCalls(ann)
    const { second } = await ctx.db.transaction(async (tx) => {
      await tx
        .update(decisions)
        .set({ leasedUntil: new Date(ctx.now().getTime() + 30 * secondMs) })
        .where(inArray(decisions.id, [emails[0]?.id ?? ('' as DecisionId)]))
      const waiting = move(ann)
      await untilBlocked()
      return { second: waiting }
    })
    await second
    expect(calls.at(0)?.ids).toEqual(emails.slice(1).map((one) => one.providerMessageId))
    expect(await statesOf(ann, emails)).toEqual(['pending', 'set-aside', 'set-aside'])
  })

  test('one with a batch, one with a single message: the batch skips that message and is tried again', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 3)
    const [first] = emails
    if (!first) throw new Error('Three were filtered')
    let outcome: unknown
    interceptMove(ann.box, async (run) => {
      outcome = await move(ann)
      expect(await statesOf(ann, emails)).toEqual(['pending', 'set-aside', 'set-aside'])
      await run()
    })
    await moveMessage(ctx, { mailboxId: ann.id, decisionId: first.id })
    expect(outcome).toBe('not-yet')
    expect(await statesOf(ann, emails)).toEqual(fill(3, 'set-aside'))
  })

  test('and a user who acts on all of them at once: no deadlock, and the last action wins', async () => {
    const ann = await newInbox()
    for (let round = 0; round < 5; round++) {
      const emails = await filter(ann, 20)
      await Promise.all([move(ann), take(ann, 'report-spam', ...emails.toReversed()), move(ann)])
      await world.makeRetriesDue()
      await runJobsUntilIdle()
      expect(locationsOf(ann, emails)).toEqual(fill(20, 'junk'))
      expect(await statesOf(ann, emails)).toEqual(fill(20, 'spam'))
    }
  })
})

describe('recording', () => {
  const lost = fakeAttempt({
    complete: () => Promise.reject(new Error('The job expired')),
    isLost: true,
  })

  test.each([
    ['in one statement', {}],
    ['in a transaction with replies', { mayReply: true }],
  ])('%s stores nothing if the job was lost', async (_case, values) => {
    const ann = await newInbox()
    const emails = await filter(ann, 2, values)
    await expect(moveMessages(ctx, { mailboxId: ann.id }, lost)).rejects.toThrow('expired')
    expect(locationsOf(ann, emails)).toEqual(fill(2, 'set-aside'))
    expect(await statesOf(ann, emails)).toEqual(fill(2, 'pending'))
    expect(await listJobs(ann)).toEqual([])
    world.advance(minuteMs)
    await move(ann)
    await runJobsUntilIdle()
    expect(await statesOf(ann, emails)).toEqual(fill(2, 'set-aside'))
  })

  test('in one statement stores nothing if the user acts on a message during its move; it is then moved alone', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 2)
    const [first] = emails
    if (!first) throw new Error('Two were filtered')
    interceptMove(ann.box, async (run) => {
      await run()
      await take(ann, 'restore', first)
      await forgetJobs(ann)
    })
    expect(await moveMessages(ctx, { mailboxId: ann.id }, fakeAttempt())).toBe('completed')
    expect(await statesOf(ann, emails)).toEqual(['restored', 'set-aside'])
    expect(await listJobs(ann)).toEqual([alone(first)])
    await runJobsUntilIdle()
    expect(locationsOf(ann, emails)).toEqual(['inbox', 'set-aside'])
  })

  test('in one statement leaves a message to the worker that has taken over its lease', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 2)
    const [first] = emails
    if (!first) throw new Error('Two were filtered')
    const leasedUntil = new Date(ctx.now().getTime() + minuteMs)
    interceptMove(ann.box, async (run) => {
      await run()
      await ctx.db.update(decisions).set({ leasedUntil }).where(eq(decisions.id, first.id))
    })
    expect(await moveMessages(ctx, { mailboxId: ann.id }, fakeAttempt())).toBe('completed')
    expect(await statesOf(ann, emails)).toEqual(['pending', 'set-aside'])
  })

  test('enqueues the replies of the messages that were moved, and of no others', async () => {
    const ann = await newInbox()
    const [moved, gone, acted] = await filter(ann, 3, { mayReply: true })
    const [silent] = await filter(ann, 1)
    if (!moved || !gone || !acted || !silent) throw new Error('Four were filtered')
    ann.box.deleteAsUser(gone.providerMessageId)
    interceptMove(ann.box, async (run) => {
      await run()
      await take(ann, 'restore', acted)
      await forgetJobs(ann)
    })
    await move(ann)
    expect(await listJobs(ann)).toEqual([
      alone(acted),
      { name: 'reply-to-sender', decisionId: moved.id },
    ])
    expect(await statesOf(ann, [moved, gone, acted, silent])).toEqual([
      'set-aside',
      'gone',
      'restored',
      'set-aside',
    ])
  })

  test('keeps what was moved before the provider failed', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 3)
    await take(ann, 'report-spam', ...emails.slice(0, 1))
    interceptMove(ann.box, async (run) => {
      await run()
      ann.box.failNextWith = new MailError('unavailable', 'test')
    })
    await expect(move(ann)).rejects.toThrow(MailError)
    expect(await statesOf(ann, emails)).toEqual(['spam', 'pending', 'pending'])
    const rows = await ctx.db
      .select({ movedAt: decisions.movedAt })
      .from(decisions)
      .where(and(eq(decisions.mailboxId, ann.id), eq(decisions.state, 'spam')))
    expect(rows).toEqual([{ movedAt: expect.any(Date) }])
    // After an outage each message is tried alone: one of them may be the reason.
    const calls = recordCalls(ann)
    await runJobsUntilIdle()
    expect(await statesOf(ann, emails)).toEqual(['spam', 'set-aside', 'set-aside'])
    expect(calls.filter(({ what }) => what === 'move-together')).toEqual([])
  })

  test.each(['gone', 'refused'] as const)(
    'a call that fails as %s says nothing about a single message: each is tried alone',
    async (failure) => {
      const ann = await newInbox()
      const emails = await filter(ann, 2)
      ann.box.locateMessages = () => Promise.reject(new MailError(failure, 'test'))
      await move(ann)
      expect(await statesOf(ann, emails)).toEqual(fill(2, 'pending'))
      await runJobsUntilIdle()
      expect(await statesOf(ann, emails)).toEqual(fill(2, 'set-aside'))
    },
  )
})

describe('a mailbox', () => {
  test('that is paused between two batches keeps the rest, but not what its user chose', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 25)
    interceptMove(ann.box, async (run) => {
      await run()
      await changeMailbox(ann, { isPaused: true })
    })
    await move(ann)
    await runJobsUntilIdle()
    expect(locationsOf(ann, emails)).toEqual([...fill(20, 'set-aside'), ...fill(5, 'inbox')])
    await take(ann, 'report-spam', ...emails.slice(24))
    await runJobsUntilIdle()
    expect(locationsOf(ann, emails)).toEqual([
      ...fill(20, 'set-aside'),
      ...fill(4, 'inbox'),
      'junk',
    ])
  })

  test('that becomes observe-only between two batches keeps the rest as observed', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 22)
    interceptMove(ann.box, async (run) => {
      await run()
      await changeMailbox(ann, { isObserveOnly: true })
    })
    await move(ann)
    await runJobsUntilIdle()
    expect(locationsOf(ann, emails)).toEqual([...fill(20, 'set-aside'), ...fill(2, 'inbox')])
    expect(await statesOf(ann, emails)).toEqual([...fill(20, 'set-aside'), null, null])
  })

  test('that becomes observe-only after a call that failed keeps what was moved as set aside', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 2)
    interceptMove(ann.box, async (run) => {
      await run()
      await changeMailbox(ann, { isObserveOnly: true })
      throw new MailError('rate-limited', 'test')
    })
    await expect(move(ann)).rejects.toThrow()
    await move(ann)
    expect(locationsOf(ann, emails)).toEqual(fill(2, 'set-aside'))
    expect(await statesOf(ann, emails)).toEqual(fill(2, 'set-aside'))
  })

  test('without access gets no calls, and its messages wait', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 1)
    await changeMailbox(ann, { problem: 'needs-reconnect', nextCheckAt: null })
    const calls = recordCalls(ann)
    await move(ann)
    expect(calls).toEqual([])
    expect(await statesOf(ann, emails)).toEqual(['pending'])
  })

  test('that loses access during a move is looked at when access is back', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 2)
    interceptMove(ann.box, async (run) => {
      await run()
      throw new MailError('access-revoked', 'test')
    })
    await move(ann)
    const rows = await ctx.db.select().from(decisions).where(eq(decisions.mailboxId, ann.id))
    expect(rows).toMatchObject(fill(2, { state: 'pending', leasedUntil: unfinishedLease }))
    await changeMailbox(ann, { problem: null, nextCheckAt: ctx.now() })
    await move(ann)
    await runJobsUntilIdle()
    expect(await statesOf(ann, emails)).toEqual(fill(2, 'set-aside'))
  })

  test('that was disconnected is left alone', async () => {
    const ann = await newInbox()
    const emails = await filter(ann, 1)
    await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
    await move(ann)
    expect(await statesOf(ann, emails)).toEqual(['pending'])
  })

  test('gives a message that may have been moved a job of its own, however old it is', async () => {
    const ann = await newInbox()
    const decidedAt = new Date(ctx.now().getTime() - 8 * dayMs)
    const [email] = await filter(ann, 1, { leasedUntil: unfinishedLease })
    if (!email) throw new Error('Nothing was filtered')
    await ctx.db.update(decisions).set({ decidedAt }).where(eq(decisions.id, email.id))
    await move(ann)
    expect(await listJobs(ann)).toEqual([alone(email)])
  })

  test('moves nothing that is over a week old, except the user’s actions once access is back', async () => {
    const ann = await newInbox()
    const longAgo = new Date(ctx.now().getTime() - 8 * dayMs)
    const emails = await filter(ann, 2)
    const ids = emails.map(({ id }) => id)
    const [, acted] = emails
    await ctx.db.update(decisions).set({ decidedAt: longAgo }).where(inArray(decisions.id, ids))
    await ctx.db
      .update(decisions)
      .set({ state: 'spam', actionAt: longAgo })
      .where(eq(decisions.id, acted?.id ?? ('' as DecisionId)))
    await changeMailbox(ann, { lastActiveAt: longAgo })
    await move(ann)
    expect(locationsOf(ann, emails)).toEqual(['inbox', 'inbox'])
    expect(await statesOf(ann, emails)).toEqual(['gone', 'spam'])
    await changeMailbox(ann, { lastActiveAt: ctx.now() })
    await move(ann)
    expect(locationsOf(ann, emails)).toEqual(['inbox', 'junk'])
  })
})

test('finding the messages to move reads few rows, however many messages were filtered', async () => {
  const ann = await newInbox()
  await seedFilteredEmails(
    ctx.db,
    ann,
    Array.from({ length: 3_000 }, (_, n) => aFilteredEmail(n)),
  )
  await filter(ann, 5)
  await ctx.db.execute(sql`analyze decisions`)
  const measure = await openMeasure(ctx)
  const { seqScans, rows } = await measure((measured) => leaseDueMoves(measured, ann.id))
  expect(seqScans).toEqual([])
  expect(rows['decisions']).toBeLessThan(50)
})

test.each([
  ['1 message', 1, {}, ['with', 'with']],
  ['10 messages', 10, {}, ['with', 'with']],
  // A transaction that also enqueues the replies: their jobs, and the end of this one.
  [
    '2 messages with replies',
    2,
    { mayReply: true },
    ['with', 'begin', 'with', 'with', 'select', 'commit'],
  ],
] as const)('%s: one statement leases, and one records', async (_case, count, values, expected) => {
  const ann = await newInbox()
  await filter(ann, count, values)
  const logStatements = await openStatementLog(ctx)
  const attempt = fakeAttempt({
    complete: async (db) => void (await db.execute(sql`select 'the end of the job'`)),
  })
  const statements = await logStatements((logged) =>
    moveMessages(logged, { mailboxId: ann.id }, attempt),
  )
  expect(statements.map((text) => text.match(/^\w+/)?.[0])).toEqual(expected)
})
