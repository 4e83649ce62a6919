import { dailyCounts, mailboxes } from '@doorman/db/schema'
import { changeSettings } from '@doorman/db/testing/seeds'
import { loadLessons } from '@doorman/db/testing/load-lessons'
import type { ActionState, UserAction } from '@doorman/domain/screening/user-action'
import { dayMs, hourMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteExpired } from '../housekeeping/delete-expired.ts'
import { replyToSender } from '../pipeline/replying/reply-to-sender.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import {
  actorOf,
  receiveAndSetAside,
  type FilteredMessage,
} from '../testing/fake-filtered-emails.ts'
import { interceptMove, killAfterMove, waysToMove } from '../testing/fake-moves.ts'
import { newReplyingInbox, withDmarcPass } from '../testing/fake-replies.ts'
import { takeAction } from './take-action.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync, runJobsUntilIdle } = world
const sender = 'pat@vendor.example'

const change = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))

const lost = { problem: 'needs-reconnect', nextCheckAt: null } as const

/** Receives a cold message while the mailbox is only observed. */
async function observe(inbox: FakeInbox, message = {}): Promise<FilteredMessage> {
  await change(inbox, { isObserveOnly: true })
  world.judgeAll('cold')
  const providerMessageId = inbox.receive(message)
  await sync(inbox)
  const found = (await inbox.decisions()).find((one) => one.providerMessageId === providerMessageId)
  if (found?.outcome !== 'observe') throw new Error('The message was not observed')
  return { id: found.id, providerMessageId }
}

const take = (
  inbox: FakeInbox,
  action: UserAction,
  { id }: FilteredMessage,
  expectedState?: ActionState,
) => takeAction(ctx, actorOf(inbox), { ids: [id], action, expectedState })
const find = async (inbox: FakeInbox, { id }: FilteredMessage) =>
  (await inbox.decisions()).find((one) => one.id === id)
const locationOf = ({ box }: FakeInbox, { providerMessageId }: FilteredMessage) =>
  box.messages.get(providerMessageId)?.location
const countsOf = async ({ id }: FakeInbox) => {
  const counts = await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, id))
  return counts.map(({ processed, filtered, restored }) => ({ processed, filtered, restored }))
}
const lessonsOf = async ({ userId }: FakeInbox) =>
  (await loadLessons(ctx.db, userId)).map(({ action }) => action)

describe('an observed email', () => {
  test('that is kept stays, its sender is trusted, and an undo takes that back', async () => {
    const ann = await newInbox()
    const email = await observe(ann)
    expect(await take(ann, 'restore', email)).toEqual([email.id])
    await runJobsUntilIdle()
    expect(await find(ann, email)).toMatchObject({
      outcome: 'observe',
      state: 'restored',
      restoredBy: null,
    })
    expect(locationOf(ann, email)).toBe('inbox')
    expect(await ann.reputationOf(sender)).toBe('trusted')
    expect(await lessonsOf(ann)).toEqual(['restored'])
    expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 0, restored: 0 }])

    await take(ann, 'undo', email)
    await runJobsUntilIdle()
    expect(await find(ann, email)).toMatchObject({ outcome: 'observe', state: null })
    expect(locationOf(ann, email)).toBe('inbox')
    expect(await ann.reputationOf(sender)).toBeUndefined()
    expect(await lessonsOf(ann)).toEqual([])
    expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 0, restored: 0 }])
  })

  test('that is moved is filtered, counts as such, and says nothing about its sender', async () => {
    const ann = await newInbox()
    const email = await observe(ann)
    await take(ann, 'set-aside', email)
    await runJobsUntilIdle()
    expect(await find(ann, email)).toMatchObject({ outcome: 'filter', state: 'set-aside' })
    expect(locationOf(ann, email)).toBe('set-aside')
    expect(await ann.reputationOf(sender)).toBeUndefined()
    expect(await lessonsOf(ann)).toEqual([])
    expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 0 }])
    await take(ann, 'set-aside', email)
    expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 0 }])
  })

  test('that is reported goes to junk, and its sender is blocked', async () => {
    const ann = await newInbox()
    const email = await observe(ann)
    await take(ann, 'report-spam', email)
    await runJobsUntilIdle()
    expect(await find(ann, email)).toMatchObject({ outcome: 'filter', state: 'spam' })
    expect(locationOf(ann, email)).toBe('junk')
    expect(await ann.reputationOf(sender)).toBe('blocked')
    expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 0 }])
  })

  test.each(['elsewhere', 'bin', 'junk'] as const)(
    'that its user has put in %s since is not moved',
    async (place) => {
      const ann = await newInbox()
      const email = await observe(ann)
      ann.box.moveAsUser(email.providerMessageId, place)
      await take(ann, 'set-aside', email)
      await runJobsUntilIdle()
      expect(locationOf(ann, email)).toBe(place)
      expect(await find(ann, email)).toMatchObject({ outcome: 'filter', state: 'gone' })
    },
  )

  test('that is moved in a paused mailbox is moved all the same', async () => {
    const ann = await newInbox()
    const email = await observe(ann)
    await change(ann, { isPaused: true })
    await take(ann, 'set-aside', email)
    await runJobsUntilIdle()
    expect(locationOf(ann, email)).toBe('set-aside')
  })

  test('that is moved never gets a smart response', async () => {
    const ann = await newReplyingInbox(world)
    const email = await observe(ann, withDmarcPass({}))
    await change(ann, { isObserveOnly: false })
    await take(ann, 'set-aside', email)
    await runJobsUntilIdle()
    expect(locationOf(ann, email)).toBe('set-aside')
    expect(ann.box.sentReplies).toEqual([])
    // Control: a filtered email gets a smart response.
    ann.receive(withDmarcPass({ from: 'kim@other.example' }))
    await sync(ann)
    expect(ann.box.sentReplies).toMatchObject([{ to: 'kim@other.example' }])
  })

  test('that was put back and moved again gets no smart response from a late job', async () => {
    const ann = await newReplyingInbox(world)
    const allowReplies = await changeSettings(ctx.db, { areRepliesStopped: true })
    const email = await receiveAndSetAside(world, ann, withDmarcPass({}))
    await allowReplies()
    expect(await find(ann, email)).toMatchObject({ mayReply: true })
    for (const action of ['put-back', 'set-aside'] as const) {
      await take(ann, action, email)
      await runJobsUntilIdle()
    }
    expect(locationOf(ann, email)).toBe('set-aside')
    await replyToSender(ctx, { mailboxId: ann.id, decisionId: email.id })
    expect(ann.box.sentReplies).toEqual([])
  })

  test('that was observed long ago has a week to be moved, from the user’s action on', async () => {
    const ann = await newInbox()
    const email = await observe(ann)
    world.advance(20 * dayMs)
    await change(ann, lost)
    await take(ann, 'set-aside', email)
    await runJobsUntilIdle()
    await deleteExpired(ctx)
    expect(await find(ann, email)).toMatchObject({ state: 'pending' })

    world.advance(6 * dayMs)
    await change(ann, { problem: null, nextCheckAt: ctx.now(), lastActiveAt: ctx.now() })
    await sync(ann)
    expect(locationOf(ann, email)).toBe('set-aside')

    const late = await observe(ann, { from: 'late@vendor.example' })
    await change(ann, lost)
    await take(ann, 'set-aside', late)
    world.advance(7 * dayMs + hourMs)
    await deleteExpired(ctx)
    expect(await find(ann, late)).toMatchObject({ state: 'gone' })
  })
})

describe('put back', () => {
  test('brings an email to the inbox, unread, and says nothing about its sender', async () => {
    const ann = await newInbox()
    const email = await receiveAndSetAside(world, ann)
    expect(await take(ann, 'put-back', email)).toEqual([email.id])
    await runJobsUntilIdle()
    expect(ann.box.messages.get(email.providerMessageId)).toMatchObject({
      location: 'inbox',
      isRead: false,
    })
    expect(await find(ann, email)).toMatchObject({ state: 'returned', restoredBy: 'user' })
    expect(await ann.reputationOf(sender)).toBeUndefined()
    expect(await lessonsOf(ann)).toEqual([])
    expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 1 }])
    // The sender's next pitch is filtered as before.
    await receiveAndSetAside(world, ann)
  })

  test.each(['undo', 'set-aside'] as const)('is reverted by %s', async (action) => {
    const ann = await newInbox()
    const email = await receiveAndSetAside(world, ann)
    await take(ann, 'put-back', email)
    await runJobsUntilIdle()
    await take(ann, action, email)
    await runJobsUntilIdle()
    expect(await find(ann, email)).toMatchObject({ state: 'set-aside', restoredBy: null })
    expect(locationOf(ann, email)).toBe('set-aside')
    expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 0 }])
  })

  test('and a restore afterwards trusts the sender', async () => {
    const ann = await newInbox()
    const email = await receiveAndSetAside(world, ann)
    await take(ann, 'put-back', email)
    await take(ann, 'restore', email)
    await runJobsUntilIdle()
    expect(await find(ann, email)).toMatchObject({ state: 'restored', restoredBy: 'user' })
    expect(await ann.reputationOf(sender)).toBe('trusted')
    expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 1 }])
  })

  test('leaves an email that its user has thrown away in the bin', async () => {
    const ann = await newInbox()
    const email = await receiveAndSetAside(world, ann)
    ann.box.moveAsUser(email.providerMessageId, 'bin')
    await take(ann, 'put-back', email)
    await runJobsUntilIdle()
    expect(locationOf(ann, email)).toBe('bin')
  })

  test('is not taken for a move by hand, and one that the user then moves is left there', async () => {
    const ann = await newInbox()
    const email = await receiveAndSetAside(world, ann)
    await take(ann, 'put-back', email)
    await runJobsUntilIdle()
    world.advance(hourMs)
    await sync(ann)
    expect(await find(ann, email)).toMatchObject({ state: 'returned' })
    expect(await ann.reputationOf(sender)).toBeUndefined()
    for (const place of ['elsewhere', 'inbox', 'elsewhere'] as const) {
      ann.box.moveAsUser(email.providerMessageId, place)
      world.advance(hourMs)
      await sync(ann)
      expect(locationOf(ann, email)).toBe(place)
    }
    expect(await find(ann, email)).toMatchObject({ state: 'returned' })
    expect(await ann.reputationOf(sender)).toBeUndefined()
  })

  test('during the first move: the message is brought back', async () => {
    const ann = await newInbox()
    world.judgeAll('cold')
    const providerMessageId = ann.receive()
    interceptMove(ann.box, async (run) => {
      await run()
      const [decision] = await ann.decisions()
      if (decision) await take(ann, 'put-back', { id: decision.id, providerMessageId })
    })
    await sync(ann)
    expect(ann.inbox()).toEqual([providerMessageId])
    expect(await ann.decisions()).toMatchObject([{ state: 'returned', leasedUntil: null }])
  })

  test.each(waysToMove)(
    'after a worker was killed in the middle of a move $way: the next one carries out the undo',
    async ({ move }) => {
      const ann = await newInbox()
      const email = await observe(ann)
      await take(ann, 'set-aside', email)
      const work = { mailboxId: ann.id, decisionId: email.id }
      await expect(move(killAfterMove(ctx, ann.box), work)).rejects.toThrow('killed')
      expect(locationOf(ann, email)).toBe('set-aside')
      await take(ann, 'put-back', email)
      world.advance(60_000)
      await runJobsUntilIdle()
      expect(locationOf(ann, email)).toBe('inbox')
      expect(await find(ann, email)).toMatchObject({ state: 'returned', movedAt: expect.any(Date) })
    },
  )
})

describe('two tabs', () => {
  test('that move and keep the same observed email leave it in the inbox, counted once', async () => {
    const ann = await newInbox()
    const email = await observe(ann)
    for (let round = 0; round < 50; round += 1) {
      const [moved, kept] = await Promise.all([
        take(ann, 'set-aside', email, 'none'),
        take(ann, 'restore', email, 'none'),
      ])
      const found = await find(ann, email)
      // A restore of an email that was just moved is a restore like any other.
      const isMoved = found?.outcome === 'filter'
      expect([moved.length, kept.length]).toEqual(isMoved ? [1, 1] : [0, 1])
      expect(found?.state).toBe('restored')
      expect(await countsOf(ann)).toEqual([
        { processed: 1, filtered: isMoved ? 1 : 0, restored: isMoved ? 1 : 0 },
      ])
      if (isMoved) break
      await take(ann, 'undo', email)
    }
    await runJobsUntilIdle()
    expect(locationOf(ann, email)).toBe('inbox')
  }, 60_000)

  test('that both move the same email count it once', async () => {
    const ann = await newInbox()
    const email = await observe(ann)
    const both = await Promise.all([1, 2].map(() => take(ann, 'set-aside', email, 'none')))
    expect(both).toEqual([[email.id], [email.id]])
    expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 0 }])
  })

  test.each([
    ['put-back', 'put-back', 'none'],
    ['set-aside', 'set-aside', 'returned'],
    ['set-aside', 'undo', 'returned'],
    ['undo', 'set-aside', 'returned'],
  ] as const)('%s after %s in the other tab is no conflict', async (action, other, expected) => {
    const ann = await newInbox()
    const email = await receiveAndSetAside(world, ann)
    if (expected === 'returned') await take(ann, 'put-back', email)
    await take(ann, other, email)
    expect(await take(ann, action, email, expected)).toEqual([email.id])
  })

  test.each([
    ['set-aside', 'restore'],
    ['set-aside', 'report-spam'],
    ['put-back', 'report-spam'],
  ] as const)('%s after %s in the other tab changes nothing and says so', async (action, other) => {
    const ann = await newInbox()
    const email = await receiveAndSetAside(world, ann)
    await take(ann, other, email)
    const before = await find(ann, email)
    expect(await take(ann, action, email)).toEqual([])
    expect(await take(ann, action, email, 'none')).toEqual([])
    expect(await find(ann, email)).toEqual(before)
  })
})
