import { decisions, mailboxes } from '@doorman/db/schema'
import type { MailId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { openFakePipeline, type FakeInbox } from '../fake-pipeline.ts'
import { screenMessage } from '../screening/screen-message.ts'
import { syncMailbox } from '../sync/sync-mailbox.ts'
import { actOnDecision } from './act-on-decision.ts'

const world = await openFakePipeline()
const { ctx, newInbox, settle, sync } = world

beforeEach(() => world.judgeAll('cold'))

/** A pitch that is decided about and still in the inbox. */
async function decide(ann: FakeInbox) {
  const messageId = ann.receive()
  await syncMailbox(ctx, { mailboxId: ann.id })
  await screenMessage(ctx, { mailboxId: ann.id, messageId })
  const decision = (await ann.decisions()).find((one) => one.messageId === messageId)
  if (decision?.state !== 'pending') throw new Error('It was not to be filtered')
  return { mailboxId: ann.id, decisionId: decision.id, messageId }
}

const placeOf = ({ box }: FakeInbox, id: MailId) => box.mails.get(id)
const setState = (decisionId: (typeof decisions.$inferSelect)['id'], state: 'restored' | 'spam') =>
  ctx.db.update(decisions).set({ state }).where(eq(decisions.id, decisionId))

test('the message leaves the inbox, read, and doing it twice is doing it once', async () => {
  const ann = await newInbox()
  const work = await decide(ann)
  await actOnDecision(ctx, work)
  await actOnDecision(ctx, work)
  expect(placeOf(ann, work.messageId)).toMatchObject({ place: 'set-aside', isRead: true })
  expect(await ann.decisions()).toMatchObject([{ state: 'done', actedAt: expect.any(Date) }])
})

describe('I6: the user’s last act wins', () => {
  test.each(['restored', 'spam'] as const)('%s before we act: nothing is moved', async (state) => {
    const ann = await newInbox()
    const work = await decide(ann)
    await setState(work.decisionId, state)
    await actOnDecision(ctx, work)
    expect(placeOf(ann, work.messageId)).toMatchObject({ place: 'inbox', isRead: false })
    expect(await ann.decisions()).toMatchObject([{ state }])
  })

  test.each([
    ['restored', 'inbox'],
    ['spam', 'junk'],
  ] as const)('%s while we act: it ends in %s', async (state, place) => {
    const ann = await newInbox()
    const work = await decide(ann)
    const whole = ann.box.move.bind(ann.box)
    ann.box.move = async (id, to) => {
      ann.box.move = whole
      await setState(work.decisionId, state)
      await whole(id, to)
    }
    await actOnDecision(ctx, work)
    expect(placeOf(ann, work.messageId)).toMatchObject({ place })
    expect(await ann.decisions()).toMatchObject([{ state }])
  })

  test('taken out by hand, and a move of ours comes after it: it is given back', async () => {
    const ann = await newInbox()
    const work = await decide(ann)
    await ann.box.move(work.messageId, 'set-aside')
    ann.box.moveByHand(work.messageId, 'inbox')
    const whole = ann.box.move.bind(ann.box)
    ann.box.move = async (id, to) => {
      ann.box.move = whole
      await syncMailbox(ctx, { mailboxId: ann.id })
      await whole(id, to)
    }
    await actOnDecision(ctx, work)
    expect(placeOf(ann, work.messageId)).toMatchObject({ place: 'inbox' })
    expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
  })

  test('taken out by hand into a folder while we look: it stays there', async () => {
    const ann = await newInbox()
    const work = await decide(ann)
    await ann.box.move(work.messageId, 'set-aside')
    ann.box.moveByHand(work.messageId, 'elsewhere')
    const whole = ann.box.loadMail.bind(ann.box)
    ann.box.loadMail = async (id) => {
      ann.box.loadMail = whole
      await syncMailbox(ctx, { mailboxId: ann.id })
      return whole(id)
    }
    await actOnDecision(ctx, work)
    expect(placeOf(ann, work.messageId)).toMatchObject({ place: 'elsewhere' })
    expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
  })

  test.each(['elsewhere', 'bin', 'junk'] as const)(
    'in %s by hand: it stays there',
    async (place) => {
      const ann = await newInbox()
      const work = await decide(ann)
      ann.box.moveByHand(work.messageId, place)
      await actOnDecision(ctx, work)
      expect(placeOf(ann, work.messageId)).toMatchObject({ place })
      expect(await ann.decisions()).toMatchObject([{ state: 'gone' }])
    },
  )
})

test('F29: a message that is gone is done with', async () => {
  const ann = await newInbox()
  const work = await decide(ann)
  ann.box.deleteByHand(work.messageId)
  await actOnDecision(ctx, work)
  expect(await ann.decisions()).toMatchObject([{ state: 'gone' }])
})

/** Moves the message and does not live to note it. */
async function actAndDie(ann: FakeInbox, work: Parameters<typeof actOnDecision>[1]) {
  let isMoved = false
  const whole = ann.box.move.bind(ann.box)
  ann.box.move = async (id, to) => {
    await whole(id, to)
    isMoved = true
  }
  const killed: Context = {
    ...ctx,
    now: () => {
      if (isMoved) throw new Error('killed')
      return ctx.now()
    },
  }
  await expect(actOnDecision(killed, work)).rejects.toThrow('killed')
}

test('F1: killed after the move, the row says so after the next start', async () => {
  const ann = await newInbox()
  const work = await decide(ann)
  await actAndDie(ann, work)
  expect(placeOf(ann, work.messageId)).toMatchObject({ place: 'set-aside' })
  expect(await ann.decisions()).toMatchObject([{ state: 'pending' }])
  world.advance(60_000)
  await settle()
  expect(await ann.decisions()).toMatchObject([{ state: 'done' }])
})

test('F2: whoever comes before the time of a dead one is up comes again', async () => {
  const ann = await newInbox()
  await actAndDie(ann, await decide(ann))
  await settle()
  expect(await ann.decisions()).toMatchObject([{ state: 'pending' }])
  world.advance(60_000)
  await world.makeRetriesDue()
  await settle()
  expect(await ann.decisions()).toMatchObject([{ state: 'done' }])
})

test('F26: a move that failed and happened all the same is done at the next try', async () => {
  const ann = await newInbox()
  const work = await decide(ann)
  const whole = ann.box.move.bind(ann.box)
  ann.box.move = async (id, to) => {
    ann.box.move = whole
    await whole(id, to)
    throw new MailError('unavailable', 'test', { mayHaveHappened: true })
  }
  await expect(actOnDecision(ctx, work)).rejects.toThrow()
  await actOnDecision(ctx, work)
  expect(await ann.decisions()).toMatchObject([{ state: 'done' }])
})

test.each(['unavailable', 'rate-limited'] as const)(
  'a provider that is %s is asked again',
  async (failure) => {
    const ann = await newInbox()
    await decide(ann)
    ann.box.failNextWith = new MailError(failure, 'test')
    world.expectError('job-failed')
    await settle()
    expect(await ann.decisions()).toMatchObject([{ state: 'pending' }])
    await world.makeRetriesDue()
    await settle()
    expect(await ann.decisions()).toMatchObject([{ state: 'done' }])
  },
)

test('F20: without access it waits until the mailbox is connected again', async () => {
  const ann = await newInbox()
  await decide(ann)
  ann.box.failNextWith = new MailError('access-revoked', 'test')
  await settle()
  expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect', nextCheckAt: null })
  await ctx.db
    .update(mailboxes)
    .set({ problem: null, nextCheckAt: ctx.now() })
    .where(eq(mailboxes.id, ann.id))
  world.advance(3_600_000)
  await sync(ann)
  expect(await ann.decisions()).toMatchObject([{ state: 'done' }])
})

test('a paused mailbox is left as it is', async () => {
  const ann = await newInbox()
  const work = await decide(ann)
  await ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, ann.id))
  await actOnDecision(ctx, work)
  expect(ann.inbox()).toEqual([work.messageId])
})
