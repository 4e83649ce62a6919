import { loadLessons } from '@doorman/db/testing/load-lessons'
import { mailboxes } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { interceptMove, killAfterMove, waysToMove } from '../testing/fake-moves.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { syncMailbox } from '../pipeline/sync/sync-mailbox.ts'
import {
  actorOf,
  forgetSender,
  receiveAndSetAside,
  type FilteredMessage,
} from '../testing/fake-filtered-emails.ts'
import { takeAction } from './take-action.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync, runJobsUntilIdle } = world
const sender = 'pat@vendor.example'

const setAside = (inbox: FakeInbox, message = {}) => receiveAndSetAside(world, inbox, message)
const take = (action: UserAction, inbox: FakeInbox, ...emails: FilteredMessage[]) =>
  takeAction(ctx, actorOf(inbox), { ids: emails.map(({ id }) => id), action })
const restore = take.bind(null, 'restore')
const report = take.bind(null, 'report-spam')
const undo = take.bind(null, 'undo')

const lookAt = ({ box }: FakeInbox, { providerMessageId }: FilteredMessage) => {
  const email = box.messages.get(providerMessageId)
  return email && { location: email.location, isRead: email.isRead }
}
const stateOf = async (inbox: FakeInbox, { id }: FilteredMessage) =>
  (await inbox.decisions()).find((one) => one.id === id)?.state
const lessonsOf = async ({ userId }: FakeInbox) =>
  (await loadLessons(ctx.db, userId)).map(({ action }) => action)

describe('restore', () => {
  test('moves the message to the inbox, unread, and trusts the sender: their next message stays', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    expect(await restore(ann, email)).toEqual([email.id])
    expect(await stateOf(ann, email)).toBe('restored')
    expect(lookAt(ann, email)).toEqual({ location: 'set-aside', isRead: true })
    await runJobsUntilIdle()
    expect(lookAt(ann, email)).toEqual({ location: 'inbox', isRead: false })
    expect(await ann.reputationOf(sender)).toBe('trusted')
    expect(await lessonsOf(ann)).toEqual(['restored'])

    const next = ann.receive()
    await sync(ann)
    expect(ann.inbox()).toEqual([email.providerMessageId, next])
    expect((await ann.decisions()).at(-1)).toMatchObject({ reason: 'restored-sender' })
  })
})

describe('report as spam', () => {
  test('moves the message to junk and blocks the sender: their next message is set aside unjudged', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    await report(ann, email)
    await runJobsUntilIdle()
    expect(lookAt(ann, email)).toEqual({ location: 'junk', isRead: true })
    expect(await ann.reputationOf(sender)).toBe('blocked')
    expect(await lessonsOf(ann)).toEqual(['reported'])

    world.judgeAll('ordinary')
    ann.receive()
    await sync(ann)
    expect(ann.inbox()).toEqual([])
    expect((await ann.decisions()).at(-1)).toMatchObject({
      reason: 'blocked-sender',
      state: 'set-aside',
    })
  })

  test('moving the message from junk to the inbox by hand restores it', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    await report(ann, email)
    await runJobsUntilIdle()
    await sync(ann)
    world.advance(60_000)
    ann.box.moveAsUser(email.providerMessageId, 'inbox')
    await sync(ann)
    expect(await stateOf(ann, email)).toBe('restored')
    expect(await ann.reputationOf(sender)).toBe('trusted')
    expect(await lessonsOf(ann)).toEqual(['restored'])
  })
})

describe('undo', () => {
  test.each(['restore', 'report-spam'] as const)('reverts %s completely', async (action) => {
    const ann = await newInbox()
    const email = await setAside(ann)
    await take(action, ann, email)
    await runJobsUntilIdle()
    await undo(ann, email)
    await runJobsUntilIdle()
    expect(lookAt(ann, email)).toEqual({ location: 'set-aside', isRead: true })
    expect(await stateOf(ann, email)).toBe('set-aside')
    expect(await ann.reputationOf(sender)).toBeUndefined()
    expect(await lessonsOf(ann)).toEqual([])
    world.advance(60_000)
    await sync(ann)
    expect(await stateOf(ann, email)).toBe('set-aside')
  })

  test('changes nothing if there was no action', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    const before = await ann.decisions()
    expect(await undo(ann, email)).toEqual([email.id])
    expect(await ann.decisions()).toEqual(before)
  })

  test('reverts actions on many emails of one sender', async () => {
    const ann = await newInbox()
    const emails = [await setAside(ann), await setAside(ann), await setAside(ann)]
    await report(ann, ...emails)
    await undo(ann, ...emails)
    await runJobsUntilIdle()
    expect(await ann.reputationOf(sender)).toBeUndefined()
    expect(await lessonsOf(ann)).toEqual([])
    for (const email of emails) expect(lookAt(ann, email)).toMatchObject({ location: 'set-aside' })
  })

  test('leaves the action on another email of the same sender in effect', async () => {
    const ann = await newInbox()
    const [one, other] = [await setAside(ann), await setAside(ann)]
    await restore(ann, one)
    world.advance(1_000)
    await report(ann, other)
    await undo(ann, one)
    expect(await ann.reputationOf(sender)).toBe('blocked')
    await restore(ann, one)
    await undo(ann, one)
    await undo(ann, other)
    expect(await ann.reputationOf(sender)).toBeUndefined()
  })

  test('reverts a restore that the user made by hand in the mailbox', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    world.advance(60_000)
    ann.box.moveAsUser(email.providerMessageId, 'elsewhere')
    await sync(ann)
    expect(await stateOf(ann, email)).toBe('restored')
    await undo(ann, email)
    await runJobsUntilIdle()
    expect(lookAt(ann, email)).toEqual({ location: 'set-aside', isRead: true })
  })
})

describe('the last action wins', () => {
  test.each([
    [['restore', 'report-spam'], 'junk', 'blocked'],
    [['report-spam', 'restore'], 'inbox', 'trusted'],
    [['restore', 'report-spam', 'restore'], 'inbox', 'trusted'],
    [['restore', 'report-spam', 'undo'], 'set-aside', undefined],
    [['restore', 'undo', 'report-spam'], 'junk', 'blocked'],
  ] as const)(
    'after %j, with or without moves in between',
    async (actions, location, reputation) => {
      const ann = await newInbox()
      const [quick, slow] = [await setAside(ann), await setAside(ann)]
      for (const action of actions) await take(action, ann, quick)
      await runJobsUntilIdle()
      for (const action of actions) {
        await take(action, ann, slow)
        await runJobsUntilIdle()
      }
      for (const email of [quick, slow]) expect(lookAt(ann, email)).toMatchObject({ location })
      expect(await ann.reputationOf(sender)).toBe(reputation)
    },
  )

  test('the same action twice moves the message once', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    await restore(ann, email)
    await runJobsUntilIdle()
    let moves = 0
    interceptMove(ann.box, (run) => {
      moves += 1
      return run()
    })
    await restore(ann, email, email)
    await runJobsUntilIdle()
    expect(moves).toBe(0)
    expect(await stateOf(ann, email)).toBe('restored')
    expect(await lessonsOf(ann)).toEqual(['restored'])
  })

  test('a repeated action applies again after the message or its sender has changed', async () => {
    const ann = await newInbox()
    const [email, other] = [await setAside(ann), await setAside(ann)]
    await restore(ann, email)
    await runJobsUntilIdle()
    ann.box.moveAsUser(email.providerMessageId, 'set-aside')
    world.advance(1_000)
    await report(ann, other)
    world.advance(1_000)
    await restore(ann, email)
    await runJobsUntilIdle()
    expect(lookAt(ann, email)).toMatchObject({ location: 'inbox' })
    expect(await ann.reputationOf(sender)).toBe('trusted')
  })

  test('opposite actions from two tabs at once leave message, sender and lesson consistent', async () => {
    const ann = await newInbox()
    const ends = { inbox: ['trusted', 'restored'], junk: ['blocked', 'reported'] }
    for (let round = 0; round < 10; round++) {
      const address = `pat@vendor${round}.example`
      const email = await setAside(ann, { from: address })
      await Promise.all([restore(ann, email), report(ann, email), runJobsUntilIdle()])
      await runJobsUntilIdle()
      const location = lookAt(ann, email)?.location as keyof typeof ends
      const [last] = (await loadLessons(ctx.db, ann.userId)).filter((one) => one.sender === address)
      expect([await ann.reputationOf(address), last?.action]).toEqual(ends[location])
    }
  })

  describe.each(waysToMove)('during a move $way', ({ move }) => {
    test.each([
      [['restore'], 'inbox'],
      [['report-spam'], 'junk'],
      [['restore', 'undo'], 'set-aside'],
      [['report-spam', 'restore'], 'inbox'],
    ] as const)('%j: the message ends in %s', async (actions, location) => {
      const ann = await newInbox()
      const email = await setAside(ann)
      await restore(ann, email)
      const work = { mailboxId: ann.id, decisionId: email.id }
      interceptMove(ann.box, async (run) => {
        for (const action of actions) await take(action, ann, email)
        // The job of the new action finds the lease taken.
        expect(await move(ctx, work)).toBe('not-yet')
        await run()
      })
      await move(ctx, work)
      await runJobsUntilIdle()
      expect(lookAt(ann, email)).toMatchObject({ location })
    })
  })

  test('an undo during a sync that sees the restored message sets it aside', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    await restore(ann, email)
    await runJobsUntilIdle()
    const listChanges = ann.box.listChanges.bind(ann.box)
    ann.box.listChanges = async (cursor) => {
      const changes = await listChanges(cursor)
      world.advance(1_000)
      await undo(ann, email)
      await runJobsUntilIdle()
      return changes
    }
    await syncMailbox(ctx, { mailboxId: ann.id })
    await runJobsUntilIdle()
    expect(await stateOf(ann, email)).toBe('set-aside')
    expect(lookAt(ann, email)).toMatchObject({ location: 'set-aside' })
    expect(await ann.reputationOf(sender)).toBeUndefined()
  })
})

describe('an action finds the message wherever it is', () => {
  test.each([
    ['restore', 'elsewhere', 'inbox'],
    ['restore', 'bin', 'inbox'],
    ['restore', 'inbox', 'inbox'],
    ['report-spam', 'elsewhere', 'junk'],
    ['report-spam', 'inbox', 'junk'],
    ['report-spam', 'bin', 'bin'],
  ] as const)('%s from %s: the message ends in %s', async (action, from, to) => {
    const ann = await newInbox()
    const email = await setAside(ann)
    ann.box.moveAsUser(email.providerMessageId, from)
    await take(action, ann, email)
    await runJobsUntilIdle()
    expect(lookAt(ann, email)).toMatchObject({ location: to })
  })

  test('a deleted message becomes gone, and its sender is trusted all the same', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    ann.box.deleteAsUser(email.providerMessageId)
    await restore(ann, email)
    await runJobsUntilIdle()
    expect(await stateOf(ann, email)).toBe('gone')
    expect(await ann.reputationOf(sender)).toBe('trusted')
    await undo(ann, email)
    await runJobsUntilIdle()
    expect(await stateOf(ann, email)).toBe('gone')
    expect(await ann.reputationOf(sender)).toBeUndefined()
  })
})

describe('a failing provider loses no action', () => {
  test.each(['unavailable', 'rate-limited'] as const)(
    '%s: the move is retried',
    async (failure) => {
      const ann = await newInbox()
      const email = await setAside(ann)
      await restore(ann, email)
      ann.box.failNextWith = new MailError(failure, 'test')
      await runJobsUntilIdle()
      expect(await stateOf(ann, email)).toBe('restored')
      await world.makeRetriesDue()
      await runJobsUntilIdle()
      expect(lookAt(ann, email)).toMatchObject({ location: 'inbox' })
    },
  )

  test('after an outage the latest action is carried out', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    await restore(ann, email)
    ann.box.failNextWith = new MailError('unavailable', 'test')
    await runJobsUntilIdle()
    await report(ann, email)
    await runJobsUntilIdle()
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(lookAt(ann, email)).toMatchObject({ location: 'junk' })
  })

  test('after a lost connection the move waits until the mailbox is reconnected', async () => {
    const ann = await newInbox()
    const email = await setAside(ann)
    await restore(ann, email)
    ann.box.failNextWith = new MailError('access-revoked', 'test')
    await runJobsUntilIdle()
    expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
    await ctx.db
      .update(mailboxes)
      .set({ problem: null, nextCheckAt: ctx.now() })
      .where(eq(mailboxes.id, ann.id))
    world.advance(3_600_000)
    await sync(ann)
    expect(lookAt(ann, email)).toMatchObject({ location: 'inbox' })
  })

  test.each(waysToMove)(
    'a worker killed after a move $way: the next one carries out the latest action',
    async ({ move }) => {
      const ann = await newInbox()
      const email = await setAside(ann)
      await restore(ann, email)
      const work = { mailboxId: ann.id, decisionId: email.id }
      await expect(move(killAfterMove(ctx, ann.box), work)).rejects.toThrow('killed')
      await report(ann, email)
      world.advance(60_000)
      await runJobsUntilIdle()
      expect(lookAt(ann, email)).toMatchObject({ location: 'junk' })
      expect((await ann.decisions())[0]).toMatchObject({ state: 'spam', movedAt: expect.any(Date) })
    },
  )
})

test.each([{ isPaused: true }, { isActive: false }])(
  'actions are carried out in a mailbox that is not watched: %j',
  async (change) => {
    const ann = await newInbox()
    const email = await setAside(ann)
    await ctx.db.update(mailboxes).set(change).where(eq(mailboxes.id, ann.id))
    await restore(ann, email)
    await runJobsUntilIdle()
    expect(lookAt(ann, email)).toMatchObject({ location: 'inbox', isRead: false })
  },
)

test('an action skips emails of another user, unknown ids and kept messages', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const [own, foreign] = [await setAside(ann), await setAside(bob)]
  world.judgeAll('ordinary')
  ann.receive({ from: 'kim@other.example' })
  await sync(ann)
  const kept = (await ann.decisions()).find(({ outcome }) => outcome === 'keep')
  const unknown = randomUUID() as DecisionId
  const ids = [foreign.id, unknown, kept?.id ?? unknown, own.id]
  for (const action of ['restore', 'report-spam', 'undo'] as const)
    expect(await takeAction(ctx, actorOf(ann), { ids, action })).toEqual([own.id])
  await runJobsUntilIdle()
  expect(await stateOf(bob, foreign)).toBe('set-aside')
  expect(lookAt(bob, foreign)).toMatchObject({ location: 'set-aside' })
  expect(await bob.reputationOf(sender)).toBeUndefined()
})

test('of two opposite actions that expect the same state, the first one wins', async () => {
  const ann = await newInbox()
  const email = await setAside(ann)
  const actOnUntouched = (action: UserAction) =>
    takeAction(ctx, actorOf(ann), { ids: [email.id], action, expectedState: 'none' })
  for (let round = 0; round < 200; round += 1) {
    const [restored, reported] = await Promise.all([
      actOnUntouched('restore'),
      actOnUntouched('report-spam'),
    ])
    expect([...restored, ...reported]).toEqual([email.id])
    expect(await stateOf(ann, email)).toBe(restored.length > 0 ? 'restored' : 'spam')
    await undo(ann, email)
  }
}, 60_000)

test('repeating an action is no conflict, even if the caller has not seen the first one', async () => {
  const ann = await newInbox()
  const email = await setAside(ann)
  await restore(ann, email)
  const actOnUntouched = (action: UserAction) =>
    takeAction(ctx, actorOf(ann), { ids: [email.id], action, expectedState: 'none' })
  expect(await actOnUntouched('restore')).toEqual([email.id])
  expect(await actOnUntouched('report-spam')).toEqual([])
  expect(await stateOf(ann, email)).toBe('restored')
})

test('restoring a message without a sender creates no lesson', async () => {
  const ann = await newInbox()
  const email = await setAside(ann)
  await forgetSender(world, email.id)
  await restore(ann, email)
  await runJobsUntilIdle()
  expect(lookAt(ann, email)).toMatchObject({ location: 'inbox' })
  expect(await lessonsOf(ann)).toEqual([])
})
