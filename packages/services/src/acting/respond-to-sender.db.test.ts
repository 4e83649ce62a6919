import { settleSender } from '@doorman/db/queries/known-senders'
import { decisions, mailboxes, settings, smartReplies, users } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { replyLimits } from '@doorman/domain/may-respond'
import { overridePhrase } from '@doorman/domain/override-phrase'
import { defaultReplyText } from '@doorman/domain/smart-response'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox, type FakeLetter } from '../fake-pipeline.ts'
import { endTrialOf, newAnsweringInbox, proven } from '../fake-replies.ts'
import { respondToSender } from './respond-to-sender.ts'

const world = await openFakePipeline()
const { ctx, settle, sync } = world
const minuteMs = 60_000
const dayMs = 86_400_000

beforeEach(() => world.judgeAll('cold'))
afterEach(() => ctx.db.update(settings).set({ areRepliesStopped: false }))

const newInbox = (options?: Parameters<typeof newAnsweringInbox>[1]) =>
  newAnsweringInbox(world, options)

/** A pitch that is found as news, set aside, and answered if it may be. */
async function receive(ann: FakeInbox, letter: FakeLetter = {}) {
  const id = ann.receive(proven(letter))
  await sync(ann)
  return id
}

const repliesOf = ({ userId }: FakeInbox) =>
  ctx.db.select().from(smartReplies).where(eq(smartReplies.userId, userId))

test('I3: a pitch is answered once, from the user’s own address, in its thread and without a word of it', async () => {
  const ann = await newInbox()
  const id = await receive(ann, { subject: 'Quick question' })
  const mail = await ann.box.loadMail(id)
  await sync(ann)
  expect(mail.place).toBe('set-aside')
  expect(ann.box.answered).toEqual([
    {
      toMail: id,
      threadId: mail.threadId,
      from: ann.address,
      to: 'pat@vendor.example',
      subject: 'Re: Quick question',
      text: expect.stringMatching(/^Thank you for your message/),
      inReplyTo: mail.messageId,
      references: [],
      claimId: expect.any(String),
    },
  ])
  expect(ann.box.answered[0]?.text).toContain(overridePhrase)
  expect(await repliesOf(ann)).toMatchObject([
    {
      id: ann.box.answered[0]?.claimId,
      state: 'sent',
      sender: 'pat@vendor.example',
      organisation: 'vendor.example',
      headerId: expect.stringMatching(/^<.+>$/),
    },
  ])
})

test('A-04: without Pro the reply is always on and never promises the phrase', async () => {
  const ann = await newInbox({ isPro: false, autoReplyEnabled: false })
  await receive(ann)
  expect(ann.box.answered.map(({ text }) => text)).toEqual([defaultReplyText])
})

test('the user’s own words go out', async () => {
  const ann = await newInbox({ isPro: false })
  await ctx.db.update(users).set({ replyText: 'Not now.' }).where(eq(users.id, ann.userId))
  await receive(ann)
  expect(ann.box.answered.map(({ text }) => text)).toEqual(['Not now.'])
})

describe('nobody is answered', () => {
  test.each([
    ['before the user has agreed', { hasAgreed: false }],
    ['before the user has agreed, without Pro', { hasAgreed: false, isPro: false }],
    ['when Pro wants silence', { autoReplyEnabled: false }],
  ])('%s', async (_case, options) => {
    const ann = await newInbox(options)
    await receive(ann)
    expect(ann.inbox()).toEqual([])
    expect(ann.box.answered).toEqual([])
    expect(await repliesOf(ann)).toEqual([])
  })

  test.each([
    ['R12: about mail that lay there for more than an hour', 61, true, 0],
    ['R12: within the hour it is', 59, true, 1],
    ['R12: the free plan has a day and an hour', 24 * 60, false, 1],
    ['R12: and no more', 26 * 60, false, 0],
  ])('%s', async (_case, minutes, isPro, count) => {
    const ann = await newInbox({ isPro })
    const receivedAt = new Date(ctx.now().getTime() - minutes * minuteMs)
    await receive(ann, { receivedAt })
    expect(ann.box.answered).toHaveLength(count)
  })

  test('R12: about mail of the first scan', async () => {
    const ann = await newInbox({ isScanned: false })
    await receive(ann)
    expect(ann.inbox()).toEqual([])
    expect(ann.box.answered).toEqual([])
  })

  test('F16: about mail found when the cursor was lost', async () => {
    const ann = await newInbox({ isPro: false })
    ann.box.forgetChanges()
    await receive(ann)
    expect(ann.inbox()).toEqual([])
    expect(ann.box.answered).toEqual([])
  })

  test.each([
    ['F64: Reply-To leads elsewhere', { replyTo: 'spy@else.example' }],
    ['F48: DMARC fails', { dmarc: 'fail' }],
    ['F49: nobody who could know has checked it', { dmarc: 'none' }],
    ['a list', { headers: { 'List-Id': '<list.vendor.example>' } }],
    ['an unsubscribe link', { headers: { 'List-Unsubscribe': '<mailto:out@vendor.example>' } }],
    ['generated', { headers: { 'Auto-Submitted': 'auto-generated' } }],
    ['Outlook’s wish', { headers: { 'X-Auto-Response-Suppress': 'OOF' } }],
    ['F56: our own marker', { headers: { 'X-Doorman-Reply': 'a claim' } }],
    ['a copy to somebody', { headers: { Cc: 'bob@else.example' } }],
    ['several recipients', { to: ['bob@else.example'] }],
  ] satisfies [string, FakeLetter][])('F57: %s', async (_case, letter) => {
    const ann = await newInbox()
    await receive(ann, letter)
    expect(ann.inbox()).toEqual([])
    expect(ann.box.answered).toEqual([])
  })

  test('R5: when an operator has stopped all replies', async () => {
    const ann = await newInbox()
    await ctx.db.update(settings).set({ areRepliesStopped: true })
    await receive(ann)
    expect(ann.box.answered).toEqual([])
  })

  test('when the agreement was withdrawn after the decision', async () => {
    const ann = await newInbox()
    const whole = ann.box.move.bind(ann.box)
    ann.box.move = async (id, to) => {
      await ctx.db.update(users).set({ repliesAgreedAt: null }).where(eq(users.id, ann.userId))
      await whole(id, to)
    }
    await receive(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'done', mayRespond: true }])
    expect(ann.box.answered).toEqual([])
  })

  test('when the user has made up their mind about the sender meanwhile', async () => {
    const ann = await newInbox()
    const whole = ann.box.move.bind(ann.box)
    ann.box.move = async (id, to) => {
      await settleSender(ctx.db, {
        userId: ann.userId,
        address: 'pat@vendor.example',
        standing: 'trusted',
        settledAt: ctx.now(),
        decisionId: randomUUID() as DecisionId,
      })
      await whole(id, to)
    }
    await receive(ann)
    expect(ann.box.answered).toEqual([])
  })

  test('F37: when the mailbox was disconnected meanwhile', async () => {
    const ann = await newInbox()
    const whole = ann.box.replies.draft
    ann.box.replies.draft = async (reply) => {
      await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
      return whole(reply)
    }
    await receive(ann)
    expect(ann.box.answered).toEqual([])
    expect(ann.box.drafts.size).toBe(0)
  })

  test.each(['restored', 'spam', 'gone'] as const)('I6: %s while it is drafted', async (state) => {
    const ann = await newInbox()
    const whole = ann.box.replies.draft
    ann.box.replies.draft = async (reply) => {
      await ctx.db.update(decisions).set({ state }).where(eq(decisions.mailboxId, ann.id))
      return whole(reply)
    }
    await receive(ann)
    expect(ann.box.answered).toEqual([])
    expect(ann.box.drafts.size).toBe(0)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'unsent' }])
  })
})

describe('F58: limits', () => {
  test('one sender is answered once in 30 days, however the address is written, in all mailboxes of a user', async () => {
    const ann = await newInbox()
    await receive(ann)
    world.advance(2 * dayMs)
    await receive(ann, { from: 'pat+two@vendor.example' })
    await receive(ann, { from: 'pat@vendor.example' })
    expect(ann.box.answered).toHaveLength(1)
    world.advance(29 * dayMs)
    await ctx.db
      .update(users)
      .set({ trialEndsAt: new Date(ctx.now().getTime() + dayMs) })
      .where(eq(users.id, ann.userId))
    await receive(ann)
    expect(ann.box.answered).toHaveLength(2)
  })

  test('one company is answered once a day; strangers at a freemail provider are no company', async () => {
    const ann = await newInbox()
    for (const from of ['a@vendor.example', 'b@vendor.example', 'c@mail.vendor.example'])
      await receive(ann, { from })
    expect(ann.box.answered).toHaveLength(1)
    for (const from of ['a.b@gmail.com', 'ab+x@gmail.com', 'c@gmail.com'])
      await receive(ann, { from })
    expect(ann.box.answered.map(({ to }) => to)).toEqual([
      'a@vendor.example',
      'a.b@gmail.com',
      'c@gmail.com',
    ])
  })

  test('a mailbox answers so many in an hour and in a day, and another mailbox is none the poorer', async () => {
    const ann = await newInbox()
    const bob = await newInbox()
    const answeredAfterHours: number[] = []
    let sent = 0
    for (let hour = 0; hour < 6; hour += 1) {
      for (let mail = 0; mail < replyLimits.mailboxPerHour + 1; mail += 1)
        ann.receive(proven({ from: `pat@vendor${(sent += 1)}.example` }))
      await sync(ann)
      answeredAfterHours.push(ann.box.answered.length)
      world.advance(61 * minuteMs)
    }
    expect(answeredAfterHours).toEqual([5, 10, 15, 20, 20, 20])
    await receive(bob)
    expect(bob.box.answered).toHaveLength(1)
  })

  test('two claims at once do not pass a limit together', async () => {
    const ann = await newInbox()
    await ctx.db.update(settings).set({ areRepliesStopped: true })
    for (let mail = 0; mail < 6; mail += 1) await receive(ann)
    await ctx.db.update(settings).set({ areRepliesStopped: false })
    const held = await ann.decisions()
    // Each on a connection that is open already, or they would come one after the other.
    await Promise.all(held.map(() => ctx.db.execute('select 1')))
    await Promise.all(
      held.map(({ id }) => respondToSender(ctx, { mailboxId: ann.id, decisionId: id })),
    )
    expect(held).toHaveLength(6)
    expect(ann.box.answered).toHaveLength(1)
  })

  test('what did not go out counts, and disconnecting forgets nothing for 30 days', async () => {
    const ann = await newInbox()
    ann.box.replies.draft = async () => {
      throw new MailError('refused', 'test')
    }
    await receive(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'unsent' }])
    await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
    expect(await repliesOf(ann)).toMatchObject([{ mailboxId: null, decisionId: null }])
  })
})

describe('F3, F4: killed between any two steps, nothing is ever sent twice', () => {
  const steps = ['draft', 'send'] as const
  const cases = steps.flatMap((step) =>
    (['before', 'after'] as const).map((when) => [when, step] as const),
  )

  test.each(cases)('%s the %s', async (when, step) => {
    const ann = await newInbox()
    const { replies } = ann.box
    const whole = replies[step] as (what: unknown) => Promise<never>
    const kill = async (what: unknown) => {
      Object.assign(replies, { [step]: whole })
      if (when === 'after') await whole(what)
      throw new Error('killed')
    }
    Object.assign(replies, { [step]: kill })
    world.expectError('job-failed')
    await receive(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'claimed' }])
    await world.makeRetriesDue()
    await settle()
    const isOut = step === 'send' && when === 'after'
    expect(await repliesOf(ann)).toMatchObject([{ state: isOut ? 'sent' : 'unsent' }])
    expect(ann.box.answered).toHaveLength(isOut ? 1 : 0)
    world.advance(dayMs)
    await receive(ann)
    expect(ann.box.answered).toHaveLength(isOut ? 1 : 0)
  })

  test.each([
    ['and it went out', true, 'sent'],
    ['and it did not', false, 'unsent'],
  ] as const)('the answer to the send is lost, %s', async (_case, mayHaveHappened, state) => {
    const ann = await newInbox()
    const { replies } = ann.box
    const whole = replies.send
    replies.send = async (draft) => {
      if (mayHaveHappened) await whole(draft)
      throw new MailError('unavailable', 'test', { mayHaveHappened: true })
    }
    await receive(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state }])
    expect(ann.box.answered).toHaveLength(mayHaveHappened ? 1 : 0)
    expect(ann.box.drafts.size).toBe(0)
  })

  test('an outage after the send is looked into later, and a mailbox lost meanwhile when it is back', async () => {
    const ann = await newInbox()
    const { replies } = ann.box
    const { send, settle: look } = replies
    replies.send = async (draft) => {
      await send(draft)
      throw new MailError('unavailable', 'test', { mayHaveHappened: true })
    }
    replies.settle = async () => {
      throw new MailError('access-revoked', 'test')
    }
    await receive(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'claimed' }])
    expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
    replies.settle = look
    await ctx.db
      .update(mailboxes)
      .set({ problem: null, nextCheckAt: ctx.now() })
      .where(eq(mailboxes.id, ann.id))
    world.advance(11 * minuteMs)
    await sync(ann)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'sent' }])
    expect(ann.box.answered).toHaveLength(1)
  })

  test('F10: two at once: the one that was thought dead sends nothing', async () => {
    const ann = await newInbox()
    const { replies } = ann.box
    const whole = replies.draft
    let work: Parameters<typeof respondToSender>[1] | null = null
    replies.draft = async (reply) => {
      replies.draft = whole
      const [claim] = await repliesOf(ann)
      work = { mailboxId: ann.id, decisionId: claim?.decisionId ?? ('' as never) }
      await respondToSender(ctx, work)
      return whole(reply)
    }
    await receive(ann)
    expect(work).not.toBeNull()
    expect(ann.box.answered).toEqual([])
    expect(ann.box.drafts.size).toBe(0)
    expect(await repliesOf(ann)).toMatchObject([{ state: 'unsent' }])
  })
})

test.each(['unavailable', 'rate-limited'] as const)(
  'a provider that is %s before anything was claimed is asked again',
  async (failure) => {
    const ann = await newInbox()
    const { box } = ann
    const whole = box.loadMail.bind(box)
    let calls = 0
    box.loadMail = async (id) => {
      // Screened, moved, and now to be answered.
      if ((calls += 1) === 3) throw new MailError(failure, 'test')
      return whole(id)
    }
    world.expectError('job-failed')
    await receive(ann)
    expect(box.answered).toEqual([])
    await world.makeRetriesDue()
    await settle()
    expect(box.answered).toHaveLength(1)
  },
)

test('F56: two of us that face each other exchange at most one reply each, then silence', async () => {
  const ann = await newInbox()
  const bob = await newInbox()
  const pairs = [
    [ann, bob],
    [bob, ann],
  ] as const
  for (const [one, other] of pairs) one.receive(proven({ from: other.address }))
  const carried = new Set<string>()
  for (let round = 0; round < 10; round += 1)
    for (const [one, other] of pairs) {
      await sync(one)
      for (const { claimId, from } of one.box.answered) {
        if (carried.has(claimId)) continue
        carried.add(claimId)
        other.receive(proven({ from, headers: { 'X-Doorman-Reply': claimId } }))
      }
    }
  for (const [one] of pairs) expect(one.box.answered).toHaveLength(1)
})

test('what one user answered says nothing about another', async () => {
  const ann = await newInbox()
  const bob = await newInbox()
  await receive(ann)
  await receive(bob)
  expect([ann, bob].map(({ box }) => box.answered.length)).toEqual([1, 1])
})

test('the end of a trial does not begin to send mail in the name of somebody who has not agreed', async () => {
  const ann = await newInbox({ hasAgreed: false })
  await endTrialOf(world, ann)
  await receive(ann)
  expect(ann.box.answered).toEqual([])
})
