import { lockUser } from '@doorman/db/queries/lock-user'
import { setReputation } from '@doorman/db/queries/sender-reputations'
import { decisions, mailboxes, settings, smartReplies, users } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { replyLimits } from '@doorman/domain/replies/may-reply'
import { overridePhrase } from '@doorman/domain/replies/override-phrase'
import { defaultReplyText } from '@doorman/domain/replies/smart-response'
import { dayMs, minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteOrphanedDecisions } from '../../housekeeping/delete-orphaned-decisions.ts'
import { interceptMove } from '../../testing/fake-moves.ts'
import { openFakePipeline, type FakeInbox, type FakeMessage } from '../../testing/fake-pipeline.ts'
import { endTrialOf, newReplyingInbox, withDmarcPass } from '../../testing/fake-replies.ts'
import { replyToSender } from './reply-to-sender.ts'

const world = await openFakePipeline()
const { ctx, runJobsUntilIdle, sync } = world

beforeEach(() => world.judgeAll('cold'))
afterEach(() => ctx.db.update(settings).set({ areRepliesStopped: false }))

const newInbox = (options?: Parameters<typeof newReplyingInbox>[1]) =>
  newReplyingInbox(world, options)

/** A cold message arrives, is set aside and gets a reply if it may. */
async function receive(ann: FakeInbox, message: FakeMessage = {}) {
  const id = ann.receive(withDmarcPass(message))
  await sync(ann)
  return id
}

const repliesOf = ({ userId }: FakeInbox) =>
  ctx.db.select().from(smartReplies).where(eq(smartReplies.userId, userId))

/** Whether a transaction of this database waits for a lock on a row of `users`. */
async function isWaitingForUser(): Promise<boolean> {
  const { rows } = await ctx.db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like '%from "users"%for no key update%'`)
  return rows.length > 0
}

test('a cold message gets one reply, from the user’s own address, in its thread, without a quote', async () => {
  const ann = await newInbox()
  const id = await receive(ann, { subject: 'Quick question' })
  const received = await ann.box.loadMessage(id)
  await sync(ann)
  expect(received.location).toBe('set-aside')
  expect(ann.box.sentReplies).toEqual([
    {
      repliesTo: id,
      threadId: received.threadId,
      from: ann.address,
      to: 'pat@vendor.example',
      subject: 'Re: Quick question',
      text: expect.stringMatching(/^Thanks for your message/),
      inReplyTo: received.rfcMessageId,
      references: [],
      claimId: expect.any(String),
    },
  ])
  expect(ann.box.sentReplies[0]?.text).toContain(overridePhrase)
  expect(await repliesOf(ann)).toMatchObject([
    {
      id: ann.box.sentReplies[0]?.claimId,
      state: 'sent',
      sender: 'pat@vendor.example',
      organisation: 'vendor.example',
      rfcMessageId: expect.stringMatching(/^<.+>$/),
    },
  ])
})

test('a message that the user moved back by hand before the reply gets none', async () => {
  const ann = await newInbox()
  interceptMove(ann.box, async (run) => {
    await run()
    for (const id of ann.box.messages.keys()) ann.box.moveAsUser(id, 'inbox')
  })
  await receive(ann)
  expect(await repliesOf(ann)).toEqual([])
})

test('a sender whose reply bounced gets none, however long ago that was', async () => {
  const ann = await newInbox()
  await ctx.db.insert(smartReplies).values({
    userId: ann.userId,
    mailboxId: ann.id,
    sender: 'pat@vendor.example',
    organisation: 'vendor.example',
    state: 'bounced',
    rfcMessageId: '<bounced@own.example>',
    claimedAt: new Date(ctx.now().getTime() - 400 * dayMs),
  })
  await receive(ann)
  expect(await repliesOf(ann)).toMatchObject([{ state: 'bounced' }])
})

test('without Pro replies are always on and do not mention the phrase', async () => {
  const ann = await newInbox({ isPro: false, autoReplyEnabled: false })
  await receive(ann)
  expect(ann.box.sentReplies.map(({ text }) => text)).toEqual([defaultReplyText])
})

test('the user’s own text is sent', async () => {
  const ann = await newInbox({ isPro: false })
  await ctx.db.update(users).set({ replyText: 'Not now.' }).where(eq(users.id, ann.userId))
  await receive(ann)
  expect(ann.box.sentReplies.map(({ text }) => text)).toEqual(['Not now.'])
})

describe('no reply is sent', () => {
  test.each([
    ['before the user has agreed', { hasAgreed: false }],
    ['before the user has agreed, without Pro', { hasAgreed: false, isPro: false }],
    ['when a Pro user has turned replies off', { autoReplyEnabled: false }],
  ])('%s', async (_case, options) => {
    const ann = await newInbox(options)
    await receive(ann)
    expect(ann.inbox()).toEqual([])
    expect(ann.box.sentReplies).toEqual([])
    expect(await repliesOf(ann)).toEqual([])
  })

  test.each([
    ['with Pro, to a message older than an hour', 61, true, 0],
    ['except, with Pro, within the hour', 59, true, 1],
    ['except, on the free plan, within 25 hours', 24 * 60, false, 1],
    ['on the free plan, after 25 hours', 26 * 60, false, 0],
  ])('%s', async (_case, minutes, isPro, count) => {
    const ann = await newInbox({ isPro })
    const receivedAt = new Date(ctx.now().getTime() - minutes * minuteMs)
    await receive(ann, { receivedAt })
    expect(ann.box.sentReplies).toHaveLength(count)
  })

  test('to messages of the first scan', async () => {
    const ann = await newInbox({ isScanned: false })
    await receive(ann)
    expect(ann.inbox()).toEqual([])
    expect(ann.box.sentReplies).toEqual([])
  })

  test('to messages found after a lost cursor', async () => {
    const ann = await newInbox({ isPro: false })
    ann.box.forgetChanges()
    await receive(ann)
    expect(ann.inbox()).toEqual([])
    expect(ann.box.sentReplies).toEqual([])
  })

  test.each([
    ['Reply-To names another address', { replyTo: 'spy@else.example' }],
    ['DMARC fails', { dmarc: 'fail' }],
    ['there is no DMARC result', { dmarc: 'none' }],
    ['it comes from a mailing list', { headers: { 'List-Id': '<list.vendor.example>' } }],
    [
      'it has an unsubscribe header',
      { headers: { 'List-Unsubscribe': '<mailto:out@vendor.example>' } },
    ],
    ['it was generated automatically', { headers: { 'Auto-Submitted': 'auto-generated' } }],
    [
      'it asks Outlook not to send automatic replies',
      { headers: { 'X-Auto-Response-Suppress': 'OOF' } },
    ],
    ['it has the header of a Doorman reply', { headers: { 'X-Doorman-Reply': 'a claim' } }],
    ['it has a Cc', { headers: { Cc: 'bob@else.example' } }],
    ['it has several recipients', { to: ['bob@else.example'] }],
  ] satisfies [string, FakeMessage][])('if %s', async (_case, message) => {
    const ann = await newInbox()
    await receive(ann, message)
    expect(ann.inbox()).toEqual([])
    expect(ann.box.sentReplies).toEqual([])
  })

  test('when an operator has stopped all replies', async () => {
    const ann = await newInbox()
    await ctx.db.update(settings).set({ areRepliesStopped: true })
    await receive(ann)
    expect(ann.box.sentReplies).toEqual([])
  })

  test('when the agreement was withdrawn after the decision', async () => {
    const ann = await newInbox()
    interceptMove(ann.box, async (run) => {
      await ctx.db.update(users).set({ repliesAgreedAt: null }).where(eq(users.id, ann.userId))
      await run()
    })
    await receive(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside', mayReply: true }])
    expect(ann.box.sentReplies).toEqual([])
  })

  test('when the user has trusted the sender after the decision', async () => {
    const ann = await newInbox()
    interceptMove(ann.box, async (run) => {
      await setReputation(ctx.db, {
        userId: ann.userId,
        address: 'pat@vendor.example',
        reputation: 'trusted',
        setAt: ctx.now(),
        decisionId: randomUUID() as DecisionId,
      })
      await run()
    })
    await receive(ann)
    expect(ann.box.sentReplies).toEqual([])
  })

  test('when the mailbox was disconnected after the claim', async () => {
    const ann = await newInbox()
    const { createDraft } = ann.box.replies
    ann.box.replies.createDraft = async (reply) => {
      await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
      return createDraft(reply)
    }
    await receive(ann)
    expect(ann.box.sentReplies).toEqual([])
    expect(ann.box.drafts.size).toBe(0)
  })

  test.each(['restored', 'spam', 'gone'] as const)(
    'when the message becomes %s while the draft is made',
    async (state) => {
      const ann = await newInbox()
      const { createDraft } = ann.box.replies
      ann.box.replies.createDraft = async (reply) => {
        await ctx.db.update(decisions).set({ state }).where(eq(decisions.mailboxId, ann.id))
        return createDraft(reply)
      }
      await receive(ann)
      expect(ann.box.sentReplies).toEqual([])
      expect(ann.box.drafts.size).toBe(0)
      expect(await repliesOf(ann)).toMatchObject([{ state: 'unsent' }])
    },
  )
})

describe('limits', () => {
  test('one reply to a sender in 30 days, however the address is written', async () => {
    const ann = await newInbox()
    await receive(ann)
    world.advance(2 * dayMs)
    await receive(ann, { from: 'pat+two@vendor.example' })
    await receive(ann, { from: 'pat@vendor.example' })
    expect(ann.box.sentReplies).toHaveLength(1)
    world.advance(29 * dayMs)
    await ctx.db
      .update(users)
      .set({ trialEndsAt: new Date(ctx.now().getTime() + dayMs) })
      .where(eq(users.id, ann.userId))
    await receive(ann)
    expect(ann.box.sentReplies).toHaveLength(2)
  })

  test('one reply to a company per day; a freemail provider is not a company', async () => {
    const ann = await newInbox()
    for (const from of ['a@vendor.example', 'b@vendor.example', 'c@mail.vendor.example'])
      await receive(ann, { from })
    expect(ann.box.sentReplies).toHaveLength(1)
    for (const from of ['a.b@gmail.com', 'ab+x@gmail.com', 'c@gmail.com'])
      await receive(ann, { from })
    expect(ann.box.sentReplies.map(({ to }) => to)).toEqual([
      'a@vendor.example',
      'a.b@gmail.com',
      'c@gmail.com',
    ])
  })

  test('a mailbox has an hourly and a daily limit of its own', async () => {
    const ann = await newInbox()
    const bob = await newInbox()
    const repliesAfterHours: number[] = []
    let sent = 0
    for (let hour = 0; hour < 6; hour += 1) {
      for (let count = 0; count < replyLimits.mailboxPerHour + 1; count += 1)
        ann.receive(withDmarcPass({ from: `pat@vendor${(sent += 1)}.example` }))
      await sync(ann)
      repliesAfterHours.push(ann.box.sentReplies.length)
      world.advance(61 * minuteMs)
    }
    expect(repliesAfterHours).toEqual([5, 10, 15, 20, 20, 20])
    await receive(bob)
    expect(bob.box.sentReplies).toHaveLength(1)
  })

  test('simultaneous claims cannot exceed a limit together', async () => {
    const ann = await newInbox()
    await ctx.db.update(settings).set({ areRepliesStopped: true })
    for (let count = 0; count < 6; count += 1) await receive(ann)
    await ctx.db.update(settings).set({ areRepliesStopped: false })
    const filtered = await ann.decisions()
    // Opens a connection for each first. Otherwise opening them would serialise the claims.
    await Promise.all(filtered.map(() => ctx.db.execute('select 1')))
    await Promise.all(
      filtered.map(({ id }) => replyToSender(ctx, { mailboxId: ann.id, decisionId: id })),
    )
    expect(filtered).toHaveLength(6)
    expect(ann.box.sentReplies).toHaveLength(1)
  })

  test('a claim waits for another claim of the same user, and counts it', async () => {
    const ann = await newInbox()
    await ctx.db.update(settings).set({ areRepliesStopped: true })
    await receive(ann)
    await ctx.db.update(settings).set({ areRepliesStopped: false })
    const [filtered] = await ann.decisions()
    const { id: decisionId, senderAddress: sender = '' } = filtered ?? {}
    if (!decisionId || !sender) throw new Error('Nothing was filtered')
    let claim: Promise<unknown> = Promise.resolve()
    await ctx.db.transaction(async (tx) => {
      await lockUser(tx, ann.userId)
      let isDone = false
      claim = replyToSender(ctx, { mailboxId: ann.id, decisionId }).finally(() => (isDone = true))
      // Ends when the claim waits for the lock, or fails below if the claim ends without waiting.
      while (!isDone && !(await isWaitingForUser())) await setImmediate()
      expect(isDone).toBe(false)
      await tx.insert(smartReplies).values({
        userId: ann.userId,
        mailboxId: ann.id,
        sender,
        organisation: 'vendor.example',
        claimedAt: ctx.now(),
      })
    })
    await claim
    expect(ann.box.sentReplies).toEqual([])
    expect(await repliesOf(ann)).toHaveLength(1)
  })

  test('an unsent reply counts, and its row outlives the mailbox', async () => {
    const ann = await newInbox()
    ann.box.replies.createDraft = async () => {
      throw new MailError('refused', 'test')
    }
    await receive(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'unsent' }])
    await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
    await deleteOrphanedDecisions(ctx)
    expect(await repliesOf(ann)).toMatchObject([{ mailboxId: null, decisionId: null }])
  })
})

describe('a reply is never sent twice', () => {
  const steps = ['createDraft', 'sendDraft'] as const
  const cases = steps.flatMap((step) =>
    (['before', 'after'] as const).map((when) => [when, step] as const),
  )

  test.each(cases)('when the worker is killed %s %s', async (when, step) => {
    const ann = await newInbox()
    const { replies } = ann.box
    const original = replies[step] as (input: unknown) => Promise<never>
    const kill = async (input: unknown) => {
      Object.assign(replies, { [step]: original })
      if (when === 'after') await original(input)
      throw new Error('killed')
    }
    Object.assign(replies, { [step]: kill })
    world.expectError('job-failed')
    await receive(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'claimed' }])
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    const isSent = step === 'sendDraft' && when === 'after'
    expect(await repliesOf(ann)).toMatchObject([{ state: isSent ? 'sent' : 'unsent' }])
    expect(ann.box.sentReplies).toHaveLength(isSent ? 1 : 0)
    expect(ann.box.drafts.size).toBe(0)
    world.advance(dayMs)
    await receive(ann)
    expect(ann.box.sentReplies).toHaveLength(isSent ? 1 : 0)
  })

  test.each([
    ['took effect', true, 'sent'],
    ['did not take effect', false, 'unsent'],
  ] as const)('when the send call fails and %s', async (_case, hasHappened, state) => {
    const ann = await newInbox()
    const { replies } = ann.box
    const { sendDraft } = replies
    replies.sendDraft = async (draft) => {
      if (hasHappened) await sendDraft(draft)
      throw new MailError('unavailable', 'test', { mayHaveHappened: true })
    }
    await receive(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state }])
    expect(ann.box.sentReplies).toHaveLength(hasHappened ? 1 : 0)
    expect(ann.box.drafts.size).toBe(0)
  })

  test('when the answer to the creation of the draft is lost: the draft is deleted', async () => {
    const ann = await newInbox()
    const { createDraft } = ann.box.replies
    ann.box.replies.createDraft = async (reply) => {
      await createDraft(reply)
      throw new MailError('unavailable', 'test', { mayHaveHappened: true })
    }
    await receive(ann)
    expect(ann.box.drafts.size).toBe(0)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'unsent' }])
  })

  test('when a worker without the draft’s id resolves the claim while another one sends the draft', async () => {
    const ann = await newInbox()
    const { replies } = ann.box
    const { createDraft, discardDraft } = replies
    const killed = async () => Promise.reject(new Error('killed'))
    Object.assign(replies, { createDraft: killed })
    world.expectError('job-failed')
    await receive(ann)
    const [claim] = await repliesOf(ann)
    const work = { mailboxId: ann.id, decisionId: claim?.decisionId ?? ('' as DecisionId) }
    replies.createDraft = createDraft
    replies.discardDraft = async (reply) => {
      await ctx.db
        .update(smartReplies)
        .set({ draftId: 'draft of the first worker' })
        .where(eq(smartReplies.id, claim?.id ?? ('' as never)))
      return discardDraft(reply)
    }
    await replyToSender(ctx, work)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'claimed' }])
    replies.discardDraft = discardDraft
    await replyToSender(ctx, work)
    // The draft is gone, so it was sent.
    expect(await repliesOf(ann)).toMatchObject([{ state: 'sent' }])
  })

  test('when access is lost after a failed send: the claim is resolved after the reconnection', async () => {
    const ann = await newInbox()
    const { replies } = ann.box
    const { sendDraft, resolveDraft } = replies
    replies.sendDraft = async (draft) => {
      await sendDraft(draft)
      throw new MailError('unavailable', 'test', { mayHaveHappened: true })
    }
    replies.resolveDraft = async () => {
      throw new MailError('access-revoked', 'test')
    }
    await receive(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'claimed' }])
    expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
    replies.resolveDraft = resolveDraft
    await ctx.db
      .update(mailboxes)
      .set({ problem: null, nextCheckAt: ctx.now() })
      .where(eq(mailboxes.id, ann.id))
    world.advance(11 * minuteMs)
    await sync(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'sent' }])
    expect(ann.box.sentReplies).toHaveLength(1)
  })

  test('when a second worker resolves the claim: the first one, thought dead, sends nothing', async () => {
    const ann = await newInbox()
    const { replies } = ann.box
    const { createDraft } = replies
    let work: Parameters<typeof replyToSender>[1] | null = null
    replies.createDraft = async (reply) => {
      replies.createDraft = createDraft
      const [claim] = await repliesOf(ann)
      work = { mailboxId: ann.id, decisionId: claim?.decisionId ?? ('' as never) }
      await replyToSender(ctx, work)
      return createDraft(reply)
    }
    await receive(ann)
    expect(work).not.toBeNull()
    expect(ann.box.sentReplies).toEqual([])
    expect(ann.box.drafts.size).toBe(0)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'unsent' }])
  })
})

test.each(['unavailable', 'rate-limited'] as const)(
  'the job is retried if the provider is %s before the claim',
  async (failure) => {
    const ann = await newInbox()
    const { box } = ann
    const loadMessage = box.loadMessage.bind(box)
    let failures = 0
    box.loadMessage = async (id) => {
      const message = await loadMessage(id)
      // Once it is set aside, only the reply loads it.
      if (message.location === 'set-aside' && (failures += 1) === 1)
        throw new MailError(failure, 'test')
      return message
    }
    await receive(ann)
    expect(box.sentReplies).toEqual([])
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(box.sentReplies).toHaveLength(1)
  },
)

test('two Doorman mailboxes that write to each other send one reply each at most', async () => {
  const ann = await newInbox()
  const bob = await newInbox()
  const pairs = [
    [ann, bob],
    [bob, ann],
  ] as const
  for (const [one, other] of pairs) one.receive(withDmarcPass({ from: other.address }))
  const delivered = new Set<string>()
  for (let round = 0; round < 10; round += 1)
    for (const [one, other] of pairs) {
      await sync(one)
      for (const { claimId, from } of one.box.sentReplies) {
        if (delivered.has(claimId)) continue
        delivered.add(claimId)
        other.receive(withDmarcPass({ from, headers: { 'X-Doorman-Reply': claimId } }))
      }
    }
  for (const [one] of pairs) expect(one.box.sentReplies).toHaveLength(1)
})

test('limits of one user do not apply to another', async () => {
  const ann = await newInbox()
  const bob = await newInbox()
  await receive(ann)
  await receive(bob)
  expect([ann, bob].map(({ box }) => box.sentReplies.length)).toEqual([1, 1])
})

test('the end of a trial starts no replies for a user who has not agreed', async () => {
  const ann = await newInbox({ hasAgreed: false })
  await endTrialOf(world, ann)
  await receive(ann)
  expect(ann.box.sentReplies).toEqual([])
})
