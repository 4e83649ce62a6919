import { mailboxes, undecidedMessages } from '@doorman/db/schema'
import { MailError } from '@doorman/mail/mail-error'
import type { Changes, Cursor } from '@doorman/mail/mailbox'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../fake-pipeline.ts'
import { syncMailbox } from './sync-mailbox.ts'

const world = await openFakePipeline()
const { ctx, advance, newInbox, sync, settle } = world
const hourMs = 3_600_000
const dayMs = 24 * hourMs

beforeEach(() => {
  world.judgeAll('ordinary')
  world.mail.failure = null
})

const syncOnly = ({ id: mailboxId }: FakeInbox) => syncMailbox(ctx, { mailboxId })
const decidedIds = async (ann: FakeInbox) =>
  (await ann.decisions()).map(({ messageId }) => messageId as string).sort()

describe('the first scan', () => {
  test('F34: looks at the newest 100 and says how far it has come', async () => {
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
    await settle()
    expect(await ann.row()).toMatchObject({
      syncStatus: 'synced',
      syncProgress: 100,
      syncTotal: 100,
    })
    expect(await decidedIds(ann)).toEqual(ids.slice(0, 100).sort())
  })

  test('of an empty mailbox is over at once', async () => {
    const ann = await newInbox()
    await sync(ann)
    expect(await ann.row()).toMatchObject({
      syncStatus: 'synced',
      syncTotal: 0,
      problem: null,
      lastCheckedAt: expect.any(Date),
    })
  })

  test('comes to an end although messages vanish under it (F29)', async () => {
    const ann = await newInbox()
    const ids = [ann.receive(), ann.receive()]
    await syncOnly(ann)
    ann.box.deleteByHand(ids[0]!)
    await settle()
    expect(await ann.row()).toMatchObject({ syncStatus: 'synced', syncProgress: 2 })
  })
})

describe('what arrives', () => {
  test('F13: is decided once, however many runs find it', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    const id = ann.receive()
    await Promise.all([1, 2, 3, 4, 5].map(() => syncOnly(ann)))
    await settle()
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ messageId: id, state: 'done' }])
  })

  test('F19: our own moves are no news', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    ann.receive()
    await sync(ann)
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'done' }])
    expect(await undecidedOf(ann)).toEqual([])
  })

  test('twice in the provider’s list, and has left with us in between, is nobody’s restore', async () => {
    const ann = await newInbox()
    await sync(ann)
    const before = (await ann.row()).cursor
    world.judgeAll('cold')
    ann.receive({ from: 'twice@vendor.example' })
    await sync(ann)
    advance(1_000)
    await set(ann, { cursor: before })
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'done' }])
    expect(await ann.standingOf('twice@vendor.example')).toBeUndefined()
  })

  test('I4: the cursor and the jobs come together or not at all', async () => {
    const ann = await newInbox()
    await sync(ann)
    const before = await ann.row()
    const id = ann.receive()
    const broken = {
      ...ctx,
      jobs: { ...ctx.jobs, enqueueAll: () => Promise.reject(new Error('killed')) },
    }
    await expect(syncMailbox(broken, { mailboxId: ann.id })).rejects.toThrow('killed')
    expect((await ann.row()).cursor).toBe(before.cursor)
    expect(await undecidedOf(ann)).toEqual([])
    await sync(ann)
    expect(await decidedIds(ann)).toEqual([id])
  })

  test('F5: what ends a run between two pages costs neither page', async () => {
    const ann = await newInbox()
    await sync(ann)
    const ids = [ann.receive(), ann.receive(), ann.receive()]
    const whole = ann.box.listChanges.bind(ann.box)
    let calls = 0
    ann.box.listChanges = async (cursor: Cursor): Promise<Changes | 'cursor-lost'> => {
      calls += 1
      if (calls === 2) throw new MailError('unavailable', 'test')
      const changes = await whole(cursor)
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
})

describe('F16: a lost cursor', () => {
  test('means that the inbox is read from a day before we last had one', async () => {
    const ann = await newInbox()
    await sync(ann)
    const lastCheckedAt = (await ann.row()).lastCheckedAt!.getTime()
    advance(3 * dayMs)
    ann.receive({ receivedAt: new Date(lastCheckedAt - 2 * dayMs) })
    const inTheGap = Array.from({ length: 30 }, (_, index) =>
      ann.receive({ receivedAt: new Date(lastCheckedAt - 20 * hourMs + index * 60_000) }),
    )
    ann.box.forgetChanges()
    await sync(ann)
    expect(await decidedIds(ann)).toEqual(inTheGap.sort())
    const next = ann.receive()
    await sync(ann)
    expect(await decidedIds(ann)).toContain(next)
  })

  test('hides nothing that the user took out by hand meanwhile (F32)', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    const id = ann.receive({ from: 'lost@vendor.example' })
    await sync(ann)
    advance(1_000)
    ann.box.moveByHand(id, 'inbox')
    ann.box.forgetChanges()
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
    expect(await ann.standingOf('lost@vendor.example')).toBe('trusted')
    expect(ann.inbox()).toEqual([id])
  })
})

describe('F32, I6: a message taken out by hand', () => {
  test.each(['inbox', 'elsewhere'] as const)(
    'to %s is restored, and the sender’s next one stays',
    async (place) => {
      const ann = await newInbox()
      await sync(ann)
      world.judgeAll('cold')
      const id = ann.receive({ from: 'hand@vendor.example' })
      await sync(ann)
      expect(ann.inbox()).toEqual([])
      ann.box.moveByHand(id, place)
      await sync(ann)
      const next = ann.receive({ from: 'hand@vendor.example' })
      await sync(ann)
      advance(hourMs)
      await sync(ann)
      expect(await ann.decisions()).toMatchObject([
        { messageId: id, state: 'restored' },
        { messageId: next, outcome: 'keep', reason: 'restored-sender' },
      ])
      expect(ann.box.mails.get(id)?.place).toBe(place)
    },
  )

  test('and binned is no restore', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    const id = ann.receive({ from: 'binned@vendor.example' })
    await sync(ann)
    ann.box.moveByHand(id, 'bin')
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'done' }])
    expect(await ann.standingOf('binned@vendor.example')).toBeUndefined()
  })

  test('F36: while its user is deleted, neither waits for the other', async () => {
    const ann = await newInbox()
    await sync(ann)
    world.judgeAll('cold')
    const id = ann.receive({ from: 'late@vendor.example' })
    await sync(ann)
    ann.box.moveByHand(id, 'inbox')
    const held = await ctx.db.transaction(async (tx) => {
      // As the deletion of a user does: it takes the user, and then their mailboxes.
      await tx.execute(sql`select 1 from users where id = ${ann.userId} for update`)
      const syncing = syncOnly(ann)
      await tx.execute(sql`select pg_sleep(0.2)`)
      await tx.execute(sql`select 1 from mailboxes where id = ${ann.id} for update`)
      return { syncing }
    })
    await held.syncing
    expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
  })

  test('says nothing to another user', async () => {
    const [ann, eve] = [await newInbox(), await newInbox()]
    await sync(ann)
    await sync(eve)
    world.judgeAll('cold')
    const id = ann.receive({ from: 'mine@vendor.example' })
    await sync(ann)
    ann.box.moveByHand(id, 'inbox')
    await sync(ann)
    eve.receive({ from: 'mine@vendor.example' })
    await sync(eve)
    expect(await eve.decisions()).toMatchObject([{ state: 'done' }])
  })
})

describe('F10: a run that was overtaken', () => {
  /** Stops a run just before the provider's answer reaches it, and does something meanwhile. */
  async function interrupt(ann: FakeInbox, meanwhile: () => Promise<unknown>) {
    const whole = ann.box.listChanges.bind(ann.box)
    ann.box.listChanges = async (cursor) => {
      ann.box.listChanges = whole
      const changes = await whole(cursor)
      await meanwhile()
      return changes
    }
    await syncOnly(ann)
    await settle()
  }

  test('writes nothing more: the cursor never goes back', async () => {
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

  test('by a pause finds nothing, and by its end everything', async () => {
    const ann = await newInbox()
    await sync(ann)
    const id = ann.receive()
    await interrupt(ann, () => set(ann, { isPaused: true }))
    expect(await undecidedOf(ann)).toEqual([])
    await set(ann, { isPaused: false })
    await sync(ann)
    expect(await decidedIds(ann)).toEqual([id])
  })

  test('F36: by a disconnection leaves no row behind', async () => {
    const ann = await newInbox()
    await sync(ann)
    ann.receive()
    await interrupt(ann, () => ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id)))
    expect(await ann.decisions()).toEqual([])
    expect(await undecidedOf(ann)).toEqual([])
  })
})

describe('the next look', () => {
  test('F25: is not before the provider wants it', async () => {
    const ann = await newInbox()
    ann.box.failNextWith = new MailError('rate-limited', 'test', { retryAfterMs: hourMs })
    await sync(ann)
    const { nextCheckAt, problem } = await ann.row()
    expect(problem).toBe('out-of-reach')
    expect(nextCheckAt!.getTime() - ctx.now().getTime()).toBeGreaterThan(0.9 * hourMs)
  })

  test('F21: is soon where a free mailbox was out of reach', async () => {
    const ann = await newInbox({ isPro: false })
    ann.box.failNextWith = new MailError('unavailable', 'test')
    await sync(ann)
    const { nextCheckAt } = await ann.row()
    expect(nextCheckAt!.getTime() - ctx.now().getTime()).toBeLessThan(hourMs)
  })
})

test('I11: what was left undone is taken up again when the mailbox is well', async () => {
  const ann = await newInbox()
  const id = ann.receive()
  world.judgeAll('cold')
  await syncOnly(ann)
  world.mail.failures.set(ann.grantId, new MailError('access-revoked', 'test'))
  await settle()
  expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect', nextCheckAt: null })
  expect(await ann.decisions()).toEqual([])

  world.mail.failures.delete(ann.grantId)
  await set(ann, { problem: null, nextCheckAt: ctx.now(), lastActiveAt: ctx.now() })
  advance(hourMs)
  await sync(ann)
  expect(await ann.decisions()).toMatchObject([{ messageId: id, state: 'done' }])
})

const undecidedOf = ({ id }: FakeInbox) =>
  ctx.db.select().from(undecidedMessages).where(eq(undecidedMessages.mailboxId, id))

const set = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))
