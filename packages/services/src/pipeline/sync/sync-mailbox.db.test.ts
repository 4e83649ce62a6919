import { decisions, mailboxes, undecidedMessages } from '@doorman/db/schema'
import { dayMs, hourMs, minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import type { Changes, Cursor } from '@doorman/mail/mailbox'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { deleteExpiredJob } from '../../ports/jobs.ts'
import { killAfterMove } from '../../testing/fake-moves.ts'
import { applyAction } from '../../user-actions/apply-action.ts'
import { moveMessages } from '../moving/move-messages.ts'
import { screenMessage } from '../screening/screen-message.ts'
import { syncMailbox } from './sync-mailbox.ts'

const world = await openFakePipeline()
const { ctx, advance, newInbox, sync, runJobsUntilIdle } = world

beforeEach(() => {
  world.judgeAll('ordinary')
  world.mail.failure = null
})

const syncOnly = ({ id: mailboxId }: FakeInbox) => syncMailbox(ctx, { mailboxId })
const decidedIds = async (ann: FakeInbox) =>
  (await ann.decisions()).map(({ providerMessageId }) => providerMessageId as string).sort()

describe('the first scan', () => {
  test('reads the newest 100 messages and shows its progress', async () => {
    const ann = await newInbox()
    const now = ctx.now().getTime()
    const ids = Array.from({ length: 103 }, (_, index) =>
      ann.receive({ receivedAt: new Date(now - index * hourMs) }),
    )
    await syncOnly(ann)
    expect(await ann.row()).toMatchObject({
      syncStatus: 'syncing',
      syncProgress: 0,
      syncTotal: 100,
    })
    await runJobsUntilIdle()
    expect(await ann.row()).toMatchObject({
      syncStatus: 'synced',
      syncProgress: 100,
      syncTotal: 100,
    })
    expect(await decidedIds(ann)).toEqual(ids.slice(0, 100).sort())
  })

  test('of an empty mailbox ends at once', async () => {
    const ann = await newInbox()
    await sync(ann)
    expect(await ann.row()).toMatchObject({
      syncStatus: 'synced',
      syncTotal: 0,
      problem: null,
      lastCheckedAt: expect.any(Date),
    })
  })

  test('ends although messages are deleted during it', async () => {
    const ann = await newInbox()
    const ids = [ann.receive(), ann.receive()]
    await syncOnly(ann)
    ann.box.deleteAsUser(ids[0]!)
    await runJobsUntilIdle()
    expect(await ann.row()).toMatchObject({ syncStatus: 'synced', syncProgress: 2 })
  })
})

describe('a message that arrives', () => {
  test('is decided once, however many syncs find it', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    const id = ann.receive()
    await Promise.all([1, 2, 3, 4, 5].map(() => syncOnly(ann)))
    await runJobsUntilIdle()
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ providerMessageId: id, state: 'set-aside' }])
  })

  test('is not found again because of our own move', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    ann.receive()
    await sync(ann)
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
    expect(await undecidedOf(ann)).toEqual([])
  })

  test('and is listed twice, before and after our move, does not count as restored', async () => {
    const ann = await newInbox()
    await sync(ann)
    const before = (await ann.row()).cursor
    world.judgeAll('cold')
    ann.receive({ from: 'twice@vendor.example' })
    await sync(ann)
    advance(1_000)
    await set(ann, { cursor: before })
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
    expect(await ann.reputationOf('twice@vendor.example')).toBeUndefined()
  })

  test('and is moved by us after the listing does not count as moved back by the user', async () => {
    const ann = await newInbox()
    world.judgeAll('cold')
    await sync(ann)
    const id = ann.receive()
    await sync(ann)
    const listChanges = ann.box.listChanges.bind(ann.box)
    ann.box.listChanges = async (cursor: Cursor): Promise<Changes | 'cursor-lost'> => {
      const changes = await listChanges(cursor)
      advance(minuteMs)
      await ctx.db.update(decisions).set({ movedAt: ctx.now() })
      return changes === 'cursor-lost' ? changes : { ...changes, movedBack: [id] }
    }
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
  })

  test('and is found again while it waits to be screened is decided once', async () => {
    const ann = await newInbox()
    await sync(ann)
    const id = ann.receive()
    await world.leaveSyncUnfinished(ann)
    await syncOnly(ann)
    expect(await undecidedOf(ann)).toHaveLength(1)
    ann.box.forgetChanges()
    await sync(ann)
    expect(await decidedIds(ann)).toEqual([id])
  })

  test.each(['together', 'alone'] as const)(
    'is not lost if its job to be screened %s cannot be stored: the cursor stays',
    async (way) => {
      const ann = await newInbox()
      await sync(ann)
      const before = await ann.row()
      const ids = Array.from({ length: 21 }, () => ann.receive())
      if (way === 'alone') await world.leaveSyncUnfinished(ann)
      const killed = () => Promise.reject(new Error('killed'))
      const jobs = { ...ctx.jobs, enqueue: killed, enqueueAll: killed }
      const broken = syncMailbox({ ...ctx, jobs }, { mailboxId: ann.id })
      await expect(broken).rejects.toThrow('killed')
      expect((await ann.row()).cursor).toBe(before.cursor)
      expect(await undecidedOf(ann)).toEqual([])
      await sync(ann)
      expect(await decidedIds(ann)).toEqual(ids.sort())
    },
  )

  test('on either page is not lost when the sync fails between two pages', async () => {
    const ann = await newInbox()
    await sync(ann)
    const ids = [ann.receive(), ann.receive(), ann.receive()]
    const listChanges = ann.box.listChanges.bind(ann.box)
    let calls = 0
    ann.box.listChanges = async (cursor: Cursor): Promise<Changes | 'cursor-lost'> => {
      calls += 1
      if (calls === 2) throw new MailError('unavailable', 'test')
      const changes = await listChanges(cursor)
      if (changes === 'cursor-lost' || changes.arrived.length < 2) return changes
      const next = String(Number(cursor) + 1) as Cursor
      return { ...changes, arrived: changes.arrived.slice(0, 1), cursor: next, hasMore: true }
    }
    await sync(ann)
    expect(await decidedIds(ann)).toEqual([ids[0]])
    expect(await ann.row()).toMatchObject({ problem: 'out-of-reach' })
    await sync(ann)
    expect(await decidedIds(ann)).toEqual([...ids].sort())
    expect(await ann.row()).toMatchObject({ problem: null })
  })

  test('beyond the pages of one sync is found by a second sync, without waiting for the next check', async () => {
    const ann = await newInbox()
    await sync(ann)
    const ids = Array.from({ length: 15 }, () => ann.receive())
    const listChanges = ann.box.listChanges.bind(ann.box)
    ann.box.listChanges = async (cursor: Cursor): Promise<Changes | 'cursor-lost'> => {
      const changes = await listChanges(cursor)
      if (changes === 'cursor-lost' || changes.arrived.length < 2) return changes
      const next = String(Number(cursor) + 1) as Cursor
      return { ...changes, arrived: changes.arrived.slice(0, 1), cursor: next, hasMore: true }
    }
    await sync(ann)
    expect(await decidedIds(ann)).toEqual(ids.sort())
  })
})

describe('after a lost cursor', () => {
  test('the inbox is read from a day before the last sync on', async () => {
    const ann = await newInbox()
    await sync(ann)
    const lastCheckedAt = (await ann.row()).lastCheckedAt!.getTime()
    advance(3 * dayMs)
    ann.receive({ receivedAt: new Date(lastCheckedAt - 2 * dayMs) })
    const inTheGap = Array.from({ length: 30 }, (_, index) =>
      ann.receive({ receivedAt: new Date(lastCheckedAt - 20 * hourMs + index * minuteMs) }),
    )
    ann.box.forgetChanges()
    await sync(ann)
    expect(await decidedIds(ann)).toEqual(inTheGap.sort())
    const next = ann.receive()
    await sync(ann)
    expect(await decidedIds(ann)).toContain(next)
  })

  test('messages of days on which every sync failed are found', async () => {
    const ann = await newInbox()
    await sync(ann)
    advance(hourMs)
    const id = ann.receive()
    advance(3 * dayMs)
    ann.box.failNextWith = new MailError('unavailable', 'test')
    await sync(ann)
    ann.box.forgetChanges()
    await sync(ann)
    expect(await decidedIds(ann)).toEqual([id])
  })

  test('a message that the user moved back by hand is still noticed', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    const id = ann.receive({ from: 'lost@vendor.example' })
    await sync(ann)
    advance(1_000)
    ann.box.moveAsUser(id, 'inbox')
    ann.box.forgetChanges()
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
    expect(await ann.reputationOf('lost@vendor.example')).toBe('trusted')
    expect(ann.inbox()).toEqual([id])
  })
})

describe('a message that the user moves out of our folder by hand', () => {
  test.each(['inbox', 'elsewhere'] as const)(
    'to %s is restored, and the next message of its sender stays',
    async (location) => {
      const ann = await newInbox()
      await sync(ann)
      world.judgeAll('cold')
      const id = ann.receive({ from: 'hand@vendor.example' })
      await sync(ann)
      expect(ann.inbox()).toEqual([])
      ann.box.moveAsUser(id, location)
      await sync(ann)
      const next = ann.receive({ from: 'hand@vendor.example' })
      await sync(ann)
      advance(hourMs)
      await sync(ann)
      expect(await ann.decisions()).toMatchObject([
        { providerMessageId: id, state: 'restored' },
        { providerMessageId: next, outcome: 'keep', reason: 'restored-sender' },
      ])
      expect(ann.box.messages.get(id)?.location).toBe(location)
    },
  )

  test('to the bin is not restored', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    const id = ann.receive({ from: 'binned@vendor.example' })
    await sync(ann)
    ann.box.moveAsUser(id, 'bin')
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
    expect(await ann.reputationOf('binned@vendor.example')).toBeUndefined()
  })

  test('while the user is deleted causes no deadlock', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    const id = ann.receive({ from: 'late@vendor.example' })
    await sync(ann)
    ann.box.moveAsUser(id, 'inbox')
    const started = await ctx.db.transaction(async (tx) => {
      // Locks like the deletion of a user: first the users row, then the mailboxes.
      await tx.execute(sql`select 1 from users where id = ${ann.userId} for update`)
      const syncing = syncOnly(ann)
      await tx.execute(sql`select pg_sleep(0.2)`)
      await tx.execute(sql`select 1 from mailboxes where id = ${ann.id} for update`)
      return { syncing }
    })
    await started.syncing
    expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
  })

  test('does not make its sender trusted for another user', async () => {
    const [ann, eve] = [await newInbox(), await newInbox()]
    await sync(ann)
    await sync(eve)
    world.judgeAll('cold')
    const id = ann.receive({ from: 'mine@vendor.example' })
    await sync(ann)
    ann.box.moveAsUser(id, 'inbox')
    await sync(ann)
    eve.receive({ from: 'mine@vendor.example' })
    await sync(eve)
    expect(await eve.decisions()).toMatchObject([{ state: 'set-aside' }])
  })
})

describe('a sync that is overtaken', () => {
  /** Runs `meanwhile` after the provider has answered and before the sync stores the answer. */
  async function interrupt(ann: FakeInbox, meanwhile: () => Promise<unknown>) {
    const listChanges = ann.box.listChanges.bind(ann.box)
    ann.box.listChanges = async (cursor) => {
      ann.box.listChanges = listChanges
      const changes = await listChanges(cursor)
      await meanwhile()
      return changes
    }
    await syncOnly(ann)
    await runJobsUntilIdle()
  }

  test('by a newer sync writes nothing: the cursor never moves back', async () => {
    const ann = await newInbox()
    await sync(ann)
    const first = ann.receive()
    let later = ''
    await interrupt(ann, async () => {
      later = ann.receive()
      await sync(ann)
    })
    const cursor = (await ann.row()).cursor
    expect(cursor).toBe((await ann.box.listInbox({ limit: 1 })).cursor)
    expect(await decidedIds(ann)).toEqual([first, later].sort())
  })

  test('by a pause stores nothing, and the sync after the pause finds everything', async () => {
    const ann = await newInbox()
    await sync(ann)
    const id = ann.receive()
    await interrupt(ann, () => set(ann, { isPaused: true }))
    expect(await undecidedOf(ann)).toEqual([])
    await set(ann, { isPaused: false })
    await sync(ann)
    expect(await decidedIds(ann)).toEqual([id])
  })

  test('by a disconnection leaves no rows behind', async () => {
    const ann = await newInbox()
    await sync(ann)
    ann.receive()
    await interrupt(ann, () => ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id)))
    expect(await ann.decisions()).toEqual([])
    expect(await undecidedOf(ann)).toEqual([])
  })
})

describe('a sync during which the user reconnects the mailbox', () => {
  /** Reconnects while the sync waits for an answer to a call with the old tokens. */
  async function reconnectDuringSync(ann: FakeInbox, failure: MailError) {
    ann.box.listChanges = async () => {
      advance(1_000)
      const now = ctx.now()
      await set(ann, { problem: null, nextCheckAt: now, lastActiveAt: now })
      throw failure
    }
    await syncOnly(ann)
  }

  test.each(['access-revoked', 'permission-missing', 'unavailable', 'refused'] as const)(
    'and that ends with %s does not mark the new connection',
    async (failure) => {
      const ann = await newInbox()
      await sync(ann)
      await reconnectDuringSync(ann, new MailError(failure, 'test'))
      const { problem, nextCheckAt, lastActiveAt } = await ann.row()
      expect({ problem, nextCheckAt }).toEqual({ problem: null, nextCheckAt: lastActiveAt })
    },
  )
})

test('a mailbox whose last_active_at has microseconds is synced, and can be marked', async () => {
  const ann = await newInbox()
  // Microseconds, which a JavaScript date does not have.
  await ctx.db.execute(sql`
    update mailboxes set last_active_at = date_trunc('second', now()) + interval '0.123456 s'
    where id = ${ann.id}`)
  const id = ann.receive()
  await sync(ann)
  expect(await decidedIds(ann)).toEqual([id])
  expect((await ann.row()).lastCheckedAt).not.toBeNull()

  ann.receive()
  await world.leaveSyncUnfinished(ann)
  await syncOnly(ann)
  ann.box.failNextWith = new MailError('access-revoked', 'test')
  await runJobsUntilIdle()
  expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
})

describe('the next sync', () => {
  test('waits for the time that the provider asked for', async () => {
    const ann = await newInbox()
    ann.box.failNextWith = new MailError('rate-limited', 'test', { retryAfterMs: hourMs })
    await sync(ann)
    const { nextCheckAt, problem } = await ann.row()
    expect(problem).toBe('out-of-reach')
    expect(nextCheckAt!.getTime() - ctx.now().getTime()).toBeGreaterThan(0.9 * hourMs)
  })

  test('is soon after a failure, on the free plan too', async () => {
    const ann = await newInbox({ isPro: false })
    ann.box.failNextWith = new MailError('unavailable', 'test')
    await sync(ann)
    const { nextCheckAt } = await ann.row()
    expect(nextCheckAt!.getTime() - ctx.now().getTime()).toBeLessThan(hourMs)
  })
})

test.each([
  ['quick', async () => {}],
  ['careful', world.leaveSyncUnfinished],
])('screening that a %s sync left undone is resumed after a reconnect', async (_way, prepare) => {
  const ann = await newInbox()
  const id = ann.receive()
  world.judgeAll('cold')
  await prepare(ann)
  await syncOnly(ann)
  world.mail.failures.set(ann.grantId, new MailError('access-revoked', 'test'))
  await runJobsUntilIdle()
  expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect', nextCheckAt: null })
  expect(await ann.decisions()).toEqual([])

  world.mail.failures.delete(ann.grantId)
  await set(ann, { problem: null, nextCheckAt: ctx.now(), lastActiveAt: ctx.now() })
  advance(hourMs)
  await sync(ann)
  expect(await ann.decisions()).toMatchObject([{ providerMessageId: id, state: 'set-aside' }])
})

describe('a mailbox that was out of reach for more than a week', () => {
  /** Access is lost after `work`, whose moves fail, and is back eight days later. */
  async function loseAccess(ann: FakeInbox, work: () => Promise<unknown>): Promise<void> {
    await work()
    world.mail.failures.set(ann.grantId, new MailError('access-revoked', 'test'))
    await runJobsUntilIdle()
    advance(8 * dayMs)
    await ctx.jobs.enqueue(ctx.db, deleteExpiredJob, {})
    await runJobsUntilIdle()
    world.mail.failures.delete(ann.grantId)
    await set(ann, { problem: null, nextCheckAt: ctx.now(), lastActiveAt: ctx.now() })
    await sync(ann)
  }

  test('keeps a pitch that was not set aside in time, and it does not stay listed as filtered', async () => {
    const ann = await newInbox()
    world.judgeAll('cold')
    const id = ann.receive()
    await syncOnly(ann)
    await loseAccess(ann, () => screenMessage(ctx, { mailboxId: ann.id, providerMessageId: id }))
    expect(ann.inbox()).toEqual([id])
    expect(await ann.decisions()).toMatchObject([{ state: 'gone', movedAt: expect.any(Date) }])
  })

  test.each([
    ['moved', 'still listed as filtered', 'set-aside'],
    ['not moved', 'no longer listed as filtered', 'gone'],
  ])('a pitch that a dying worker had %s is %s', async (which, _so, state) => {
    const ann = await newInbox()
    world.judgeAll('cold')
    const id = ann.receive()
    await syncOnly(ann)
    await screenMessage(ctx, { mailboxId: ann.id, providerMessageId: id })
    const mortal = killAfterMove(ctx, ann.box, async () => {
      if (which === 'not moved') throw new Error('killed')
    })
    await loseAccess(ann, () =>
      expect(moveMessages(mortal, { mailboxId: ann.id })).rejects.toThrow('killed'),
    )
    expect(ann.inbox()).toEqual(state === 'gone' ? [id] : [])
    expect(await ann.decisions()).toMatchObject([{ state, leasedUntil: null }])
  })

  test('still gets back what the user restored in that time', async () => {
    const ann = await newInbox()
    world.judgeAll('cold')
    const id = ann.receive()
    await sync(ann)
    const which = eq(decisions.mailboxId, ann.id)
    await loseAccess(ann, () =>
      ctx.db.transaction((tx) =>
        applyAction(ctx, tx, { userId: ann.userId, action: 'restore', which }),
      ),
    )
    expect(ann.inbox()).toEqual([id])
    expect(await ann.decisions()).toMatchObject([{ state: 'restored', movedAt: expect.any(Date) }])
  })
})

const undecidedOf = ({ id }: FakeInbox) =>
  ctx.db.select().from(undecidedMessages).where(eq(undecidedMessages.mailboxId, id))

const set = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))

test('a sync that stops at its page limit is continued by another, and does not count as a check', async () => {
  const ann = await newInbox()
  await sync(ann)
  const { lastCheckedAt } = await ann.row()
  const { listChanges } = ann.box
  ann.box.listChanges = async (cursor) => {
    const changes = await listChanges.call(ann.box, cursor)
    return changes === 'cursor-lost' ? changes : { ...changes, hasMore: true }
  }
  advance(hourMs)
  await syncOnly(ann)
  expect((await ann.row()).lastCheckedAt).toEqual(lastCheckedAt)
  ann.box.listChanges = listChanges
  await runJobsUntilIdle()
  expect((await ann.row()).lastCheckedAt).not.toEqual(lastCheckedAt)
})
