import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, ProviderMessageId } from '@doorman/domain/ids'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { dayMs, hourMs, minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { takeAction } from '../../user-actions/take-action.ts'
import { pauseMailbox } from '../pause-mailbox.ts'
import { reconcileMailbox } from './reconcile-mailbox.ts'

const world = await openFakePipeline()
const { ctx, advance, newInbox, sync, runJobsUntilIdle } = world
beforeEach(() => world.judgeAll('cold'))

const sender = 'pat@vendor.example'
const actorOf = ({ userId }: FakeInbox) => ({ userId, sessionId: 'none' })

/** A mailbox with one message that was set aside an hour ago. */
async function newInboxWithPitch() {
  const ann = await newInbox()
  await sync(ann)
  advance(minuteMs)
  const id = ann.receive()
  await sync(ann)
  expect(ann.box.messages.get(id)?.location).toBe('set-aside')
  advance(hourMs)
  return { ann, id }
}

/** Moves a message as the user, in a way that no sync learns of. */
async function moveUnseen(
  ann: FakeInbox,
  id: ProviderMessageId,
  to: 'inbox' | 'junk' | 'bin' | 'elsewhere' | 'set-aside',
) {
  ann.box.moveAsUser(id, to)
  await forget(ann)
}

async function forget(ann: FakeInbox) {
  const { cursor } = await ann.box.listInbox({ limit: 1 })
  await ctx.db.update(mailboxes).set({ cursor }).where(eq(mailboxes.id, ann.id))
}

const reconcile = ({ id: mailboxId }: FakeInbox) => reconcileMailbox(ctx, { mailboxId })
const only = async (ann: FakeInbox) => {
  const [decision] = await ann.decisions()
  if (!decision) throw new Error('There is no decision')
  return decision
}
const act = async (ann: FakeInbox, action: UserAction) =>
  takeAction(ctx, actorOf(ann), { ids: [(await only(ann)).id], action })

function countLocateCalls({ box }: FakeInbox) {
  const sizes: number[] = []
  const locate = box.locateMessages.bind(box)
  box.locateMessages = (ids) => {
    sizes.push(ids.length)
    return locate(ids)
  }
  return sizes
}

describe('a reconciliation', () => {
  test('treats a message in the inbox as restored: its sender is trusted, and nothing moves it again', async () => {
    const { ann, id } = await newInboxWithPitch()
    await moveUnseen(ann, id, 'inbox')
    await sync(ann)
    expect(await only(ann)).toMatchObject({ state: 'set-aside' })

    for (let repeat = 0; repeat < 2; repeat++) {
      await reconcile(ann)
      await runJobsUntilIdle()
      await sync(ann)
      expect(await only(ann)).toMatchObject({ state: 'restored', restoredBy: 'user' })
      expect(await ann.reputationOf(sender)).toBe('trusted')
      expect(ann.box.messages.get(id)?.location).toBe('inbox')
    }
  })

  test('takes a message that left junk as restored', async () => {
    const { ann, id } = await newInboxWithPitch()
    await act(ann, 'report-spam')
    await runJobsUntilIdle()
    expect(ann.box.messages.get(id)?.location).toBe('junk')
    advance(hourMs)
    await moveUnseen(ann, id, 'inbox')
    await reconcile(ann)
    expect(await only(ann)).toMatchObject({ state: 'restored' })
    expect(await ann.reputationOf(sender)).toBe('trusted')
  })

  test('marks a message that no longer exists as gone, and the user can still undo an action on it', async () => {
    const { ann, id } = await newInboxWithPitch()
    await act(ann, 'report-spam')
    await runJobsUntilIdle()
    advance(hourMs)
    ann.box.deleteAsUser(id)
    await reconcile(ann)
    expect(await only(ann)).toMatchObject({ state: 'gone' })
    expect(await ann.reputationOf(sender)).toBe('blocked')
    expect(await act(ann, 'undo')).toHaveLength(1)
    expect(await ann.reputationOf(sender)).toBeUndefined()
  })

  test.each(['junk', 'bin', 'set-aside'] as const)(
    'leaves a message that is in %s as it is',
    async (location) => {
      const { ann, id } = await newInboxWithPitch()
      await moveUnseen(ann, id, location)
      const before = await only(ann)
      await reconcile(ann)
      expect(await only(ann)).toEqual(before)
    },
  )

  test.each(['junk', 'set-aside', 'bin'] as const)(
    'leaves a restored message alone, though the user put it into %s since',
    async (location) => {
      const { ann, id } = await newInboxWithPitch()
      await act(ann, 'restore')
      await runJobsUntilIdle()
      advance(hourMs)
      await moveUnseen(ann, id, location)
      const calls = countLocateCalls(ann)
      await reconcile(ann)
      await runJobsUntilIdle()
      expect(await only(ann)).toMatchObject({ state: 'restored' })
      expect(ann.box.messages.get(id)?.location).toBe(location)
      expect(calls).toEqual([])
    },
  )

  test('leaves the messages alone if the provider does not say where they are', async () => {
    const { ann } = await newInboxWithPitch()
    ann.box.locateMessages = async () => new Map()
    await reconcile(ann)
    expect(await only(ann)).toMatchObject({ state: 'set-aside' })
  })

  test('compares a message that the user moved long after it was observed', async () => {
    const ann = await newInbox()
    await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, ann.id))
    const id = ann.receive()
    await sync(ann)
    advance(30 * dayMs)
    await act(ann, 'set-aside')
    await runJobsUntilIdle()
    expect(ann.inbox()).toEqual([])
    advance(hourMs)
    await moveUnseen(ann, id, 'inbox')
    await reconcile(ann)
    expect(await only(ann)).toMatchObject({ state: 'restored', restoredBy: 'user' })
  })

  test('leaves a message alone that was put back, wherever its user has moved it since', async () => {
    const { ann, id } = await newInboxWithPitch()
    await act(ann, 'put-back')
    await runJobsUntilIdle()
    const calls = countLocateCalls(ann)
    for (const place of ['elsewhere', 'set-aside', 'inbox'] as const) {
      advance(hourMs)
      await moveUnseen(ann, id, place)
      await reconcile(ann)
      expect(ann.box.messages.get(id)?.location).toBe(place)
    }
    expect(calls).toEqual([])
    expect(await only(ann)).toMatchObject({ state: 'returned' })
    expect(await ann.reputationOf(sender)).toBeUndefined()
  })

  test('leaves decisions of more than two weeks ago alone', async () => {
    const { ann, id } = await newInboxWithPitch()
    await moveUnseen(ann, id, 'inbox')
    advance(15 * dayMs)
    await reconcile(ann)
    expect(await only(ann)).toMatchObject({ state: 'set-aside' })
  })
})

describe('a move of ours is not taken as the user’s act', () => {
  test('if it happened just before: the provider may still show the old place', async () => {
    const ann = await newInbox()
    await sync(ann)
    advance(minuteMs)
    const id = ann.receive()
    await sync(ann)
    ann.box.locateMessages = async () => new Map([[id, 'inbox']])
    advance(9 * minuteMs)
    await reconcile(ann)
    expect(await only(ann)).toMatchObject({ state: 'set-aside' })
  })

  test('if it is still to be carried out', async () => {
    const { ann, id } = await newInboxWithPitch()
    await act(ann, 'restore')
    await runJobsUntilIdle()
    advance(hourMs)
    await act(ann, 'undo')
    advance(hourMs)
    await reconcile(ann)
    expect(await only(ann)).toMatchObject({ state: 'set-aside', movedAt: null })
    await runJobsUntilIdle()
    expect(ann.box.messages.get(id)?.location).toBe('set-aside')
    expect(await ann.reputationOf(sender)).toBeUndefined()
  })

  test.each(['inbox', 'gone'] as const)(
    'if it happens while the provider is asked, which answers %s',
    async (location) => {
      const { ann, id } = await newInboxWithPitch()
      ann.box.locateMessages = async () => {
        // The answer is from before the user's actions in the app.
        await act(ann, 'restore')
        await runJobsUntilIdle()
        await act(ann, 'report-spam')
        await runJobsUntilIdle()
        return new Map([[id, location]])
      }
      await reconcile(ann)
      expect(await only(ann)).toMatchObject({ state: 'spam' })
      expect(await ann.reputationOf(sender)).toBe('blocked')
    },
  )
})

describe('a reconciliation', () => {
  /** Copies of the mailbox's decision, whose messages are where we put them. */
  async function addDecisions(ann: FakeInbox, count: number) {
    const { id: _id, ...decision } = await only(ann)
    const original = ann.box.messages.get(decision.providerMessageId)
    if (!original) throw new Error('The message is gone')
    const ids = Array.from({ length: count }, (_, copy) => `copy-${copy}` as ProviderMessageId)
    for (const id of ids) ann.box.messages.set(id, { ...original, id })
    await ctx.db
      .insert(decisions)
      .values(ids.map((providerMessageId) => ({ ...decision, providerMessageId })))
  }

  test('asks about 100 messages at a time and 500 in a run, and the next run continues there', async () => {
    const { ann } = await newInboxWithPitch()
    await addDecisions(ann, 549)
    const calls = countLocateCalls(ann)
    const ordered = await ctx.db
      .select({ id: decisions.id, providerMessageId: decisions.providerMessageId })
      .from(decisions)
      .where(eq(decisions.mailboxId, ann.id))
      .orderBy(asc(decisions.id))
    const last = ordered.at(-1)
    if (!last) throw new Error('There are no decisions')
    await moveUnseen(ann, last.providerMessageId, 'inbox')

    await reconcile(ann)
    expect(calls).toEqual([100, 100, 100, 100, 100])
    expect(await stateOf(last.id)).toBe('set-aside')
    expect((await ann.row()).reconciledUpTo).toBe(ordered[499]?.id)

    await reconcile(ann)
    expect(calls.slice(5)).toEqual([50])
    expect(await stateOf(last.id)).toBe('restored')
    expect((await ann.row()).reconciledUpTo).toBeNull()
  })

  const stateOf = async (id: DecisionId) =>
    (await ctx.db.select().from(decisions).where(eq(decisions.id, id)))[0]?.state

  test('asks nothing if no message was moved', async () => {
    const ann = await newInbox()
    await sync(ann)
    ann.box.failNextWith = new MailError('unavailable', 'test')
    expect(await reconcile(ann)).toBeUndefined()
  })

  test('skips a paused mailbox, and stores nothing if the pause begins during the reconciliation', async () => {
    const { ann, id } = await newInboxWithPitch()
    await moveUnseen(ann, id, 'inbox')
    const pause = () =>
      pauseMailbox(ctx, actorOf(ann), { provider: 'gmail', mailboxId: ann.id } as const)
    const locate = ann.box.locateMessages.bind(ann.box)
    ann.box.locateMessages = async (ids) => {
      await pause()
      return locate(ids)
    }
    await reconcile(ann)
    expect(await only(ann)).toMatchObject({ state: 'set-aside' })
    const calls = countLocateCalls(ann)
    await reconcile(ann)
    expect(calls).toEqual([])
  })

  test('is postponed by a Retry-After and continues where it stopped', async () => {
    const { ann } = await newInboxWithPitch()
    await addDecisions(ann, 150)
    const locate = ann.box.locateMessages.bind(ann.box)
    let calls = 0
    ann.box.locateMessages = async (ids) => {
      calls += 1
      if (calls === 2) throw new MailError('rate-limited', 'test', { retryAfterMs: hourMs })
      return locate(ids)
    }
    await expect(reconcile(ann)).rejects.toMatchObject({ retryAfterMs: hourMs })
    const sizes = countLocateCalls(ann)
    await reconcile(ann)
    expect(sizes).toEqual([51])
  })

  test('stops when the mailbox needs to be reconnected', async () => {
    const { ann } = await newInboxWithPitch()
    ann.box.failNextWith = new MailError('access-revoked', 'test')
    await reconcile(ann)
    expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
    const calls = countLocateCalls(ann)
    await reconcile(ann)
    expect(calls).toEqual([])
  })

  test('is given up for the day if the provider refuses', async () => {
    const { ann } = await newInboxWithPitch()
    ann.box.failNextWith = new MailError('refused', 'test')
    expect(await reconcile(ann)).toEqual({ kind: 'given-up', failure: 'provider-refused' })
  })
})
