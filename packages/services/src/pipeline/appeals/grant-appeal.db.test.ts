import { loadLessons } from '@doorman/db/testing/load-lessons'
import { mailboxes, smartReplies, users } from '@doorman/db/schema'
import { maxAppealsPerDay } from '@doorman/domain/replies/appeal'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { replyLimits } from '@doorman/domain/replies/may-reply'
import { overrideSentence } from '@doorman/domain/replies/override-phrase'
import { dayMs, hourMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendEmailJob } from '../../ports/jobs.ts'
import { openFakePipeline, type FakeInbox, type FakeMessage } from '../../testing/fake-pipeline.ts'
import { endTrialOf, newReplyingInbox, withDmarcPass } from '../../testing/fake-replies.ts'
import { actorOf } from '../../testing/fake-filtered-emails.ts'
import { takeAction } from '../../user-actions/take-action.ts'
import { grantAppeal } from './grant-appeal.ts'

const world = await openFakePipeline()
const { ctx, runJobsUntilIdle, sync } = world
const sender = 'pat@vendor.example'
const phrase = 'We’ve met before, at the fair in June.'

beforeEach(() => {
  world.judgeAll('cold')
  world.notify.sent.length = 0
})

const newInbox = () => newReplyingInbox(world)

async function receive(ann: FakeInbox, message: FakeMessage = {}) {
  const id = ann.receive(withDmarcPass(message))
  await sync(ann)
  return id
}

/** A cold message that was set aside and replied to, and the Message-ID of our reply. */
async function receiveAndReply(ann: FakeInbox, message: FakeMessage = {}) {
  const id = await receive(ann, message)
  const claimId = ann.box.sentReplies.find(({ repliesTo }) => repliesTo === id)?.claimId
  if (!claimId) throw new Error('No reply was sent')
  return { id, replyRfcId: `<${claimId}@fake.test>` }
}

const answerTo = (replyRfcId: string, message: FakeMessage = {}): FakeMessage => ({
  text: phrase,
  ...message,
  headers: { 'In-Reply-To': replyRfcId, ...message.headers },
})

const lookAt = ({ box }: FakeInbox, id: ProviderMessageId) => {
  const message = box.messages.get(id)
  return message && { location: message.location, isRead: message.isRead }
}
async function replyOf({ userId }: FakeInbox) {
  const [reply] = await ctx.db.select().from(smartReplies).where(eq(smartReplies.userId, userId))
  if (!reply) throw new Error('No reply was sent')
  return reply.id
}

const inInbox = { location: 'inbox', isRead: false }
const setAside = { location: 'set-aside', isRead: true }

test('all filtered messages of the sender return unread, the sender is trusted, the user is notified', async () => {
  const ann = await newInbox()
  const { id, replyRfcId } = await receiveAndReply(ann)
  const second = await receive(ann)
  const stranger = await receive(ann, { from: 'kim@other.example' })
  const appeal = await receive(ann, answerTo(replyRfcId))

  for (const one of [id, second, appeal]) expect(lookAt(ann, one)).toEqual(inInbox)
  expect(lookAt(ann, stranger)).toEqual(setAside)
  expect(await ann.reputationOf(sender)).toBe('trusted')
  expect((await loadLessons(ctx.db, ann.userId)).map(({ action }) => action)).toEqual([
    'restored',
    'restored',
  ])
  const decided = await ann.decisions()
  expect(decided.find(({ providerMessageId }) => providerMessageId === appeal)).toMatchObject({
    outcome: 'keep',
    reason: 'appeal',
    senderAddress: null,
  })
  expect(decided.filter(({ restoredBy }) => restoredBy === 'sender')).toHaveLength(2)
  expect(world.notify.sent).toMatchObject([
    {
      to: ann.address,
      email: {
        kind: 'sender-let-in',
        address: sender,
        url: 'http://localhost:3000/filtered-emails',
      },
    },
  ])
  const next = await receive(ann)
  expect(lookAt(ann, next)).toEqual(inInbox)
  expect(ann.box.sentReplies).toHaveLength(2)
})

test('an appeal is granted even if the response to sending our reply got lost', async () => {
  const ann = await newInbox()
  const { replies } = ann.box
  const { sendDraft } = replies
  replies.sendDraft = async (draft) => {
    await sendDraft(draft)
    throw new MailError('unavailable', 'test', { mayHaveHappened: true })
  }
  const { id, replyRfcId } = await receiveAndReply(ann)
  const appeal = await receive(ann, answerTo(replyRfcId))
  for (const one of [id, appeal]) expect(lookAt(ann, one)).toEqual(inInbox)
})

test('the sender of an email that the user has put back is let in, too', async () => {
  const ann = await newInbox()
  const { id, replyRfcId } = await receiveAndReply(ann)
  const [decision] = await ann.decisions()
  const ids = decision ? [decision.id] : []
  await takeAction(ctx, actorOf(ann), { ids, action: 'put-back' })
  await runJobsUntilIdle()
  expect(await ann.reputationOf(sender)).toBeUndefined()
  await receive(ann, answerTo(replyRfcId))
  expect(lookAt(ann, id)).toEqual(inInbox)
  expect(await ann.reputationOf(sender)).toBe('trusted')
  expect((await ann.decisions())[0]).toMatchObject({ state: 'restored', restoredBy: 'sender' })
})

test('restores messages in all mailboxes of the user, and of no other user', async () => {
  const [ann, other, bob] = [await newInbox(), await newInbox(), await newInbox()]
  const elsewhere = await receive(other)
  const foreign = await receive(bob)
  const { id, replyRfcId } = await receiveAndReply(ann)
  await ctx.db.update(mailboxes).set({ userId: ann.userId }).where(eq(mailboxes.id, other.id))
  await receive(ann, answerTo(replyRfcId))
  for (const [inbox, one] of [
    [ann, id],
    [other, elsewhere],
  ] as const)
    expect(lookAt(inbox, one)).toEqual(inInbox)
  expect(lookAt(bob, foreign)).toEqual(setAside)
  expect(await bob.reputationOf(sender)).toBeUndefined()
})

describe('an answer is no appeal', () => {
  const outcomeOf = async (ann: FakeInbox, id: ProviderMessageId) => ({
    ...lookAt(ann, id),
    reputation: await ann.reputationOf(sender),
    notifications: world.notify.sent.length,
  })
  const unchanged = { ...setAside, reputation: undefined, notifications: 0 }

  const cases: [string, FakeMessage][] = [
    ['with the phrase only in the quote', { text: `What?\n\n> ${overrideSentence}` }],
    ['without the phrase', { text: 'Who are you, and when can we talk about it?' }],
    ['from another address', { from: 'kim@vendor.example' }],
    ['with no DMARC result', { dmarc: 'none' }],
    ['with a failed DMARC check', { dmarc: 'fail' }],
    ['that is an out-of-office note', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['that is bulk mail', { headers: { Precedence: 'bulk' } }],
  ]
  test.each(cases)('%s', async (_case, message) => {
    const ann = await newInbox()
    const { id, replyRfcId } = await receiveAndReply(ann)
    await receive(ann, answerTo(replyRfcId, message))
    expect(await outcomeOf(ann, id)).toEqual(unchanged)
  })

  test('if it is a first message or does not answer our reply', async () => {
    const ann = await newInbox()
    const { id } = await receiveAndReply(ann, { text: phrase })
    await receive(ann, { text: phrase })
    await receive(ann, answerTo('<guessed@fake.test>'))
    expect(await outcomeOf(ann, id)).toEqual(unchanged)
  })

  test('to a reply of another user', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    const { id } = await receiveAndReply(ann)
    const { replyRfcId } = await receiveAndReply(bob)
    await receive(ann, answerTo(replyRfcId))
    expect(await outcomeOf(ann, id)).toEqual(unchanged)
    expect(await bob.reputationOf(sender)).toBeUndefined()
  })

  test('after Pro has ended, although our reply offered it', async () => {
    const ann = await newInbox()
    const { id, replyRfcId } = await receiveAndReply(ann)
    await endTrialOf(world, ann)
    await receive(ann, answerTo(replyRfcId))
    expect(await outcomeOf(ann, id)).toEqual(unchanged)
  })
})

describe('the user’s own action has priority', () => {
  test('the appeal of a sender reported as spam is not granted', async () => {
    const ann = await newInbox()
    const { id, replyRfcId } = await receiveAndReply(ann)
    const [decision] = await ann.decisions()
    await takeAction(ctx, actorOf(ann), {
      ids: decision ? [decision.id] : [],
      action: 'report-spam',
    })
    await runJobsUntilIdle()
    await receive(ann, answerTo(replyRfcId))
    expect(lookAt(ann, id)).toMatchObject({ location: 'junk' })
    expect(await ann.reputationOf(sender)).toBe('blocked')
    expect(world.notify.sent).toEqual([])
  })

  test('an appeal is not granted if the user reports the sender just before it would be', async () => {
    const ann = await newInbox()
    const { id } = await receiveAndReply(ann)
    const second = await receive(ann)
    const [decision] = await ann.decisions()
    await takeAction(ctx, actorOf(ann), {
      ids: decision ? [decision.id] : [],
      action: 'report-spam',
    })
    await grantAppeal(ctx, { replyId: await replyOf(ann) })
    await runJobsUntilIdle()
    expect(lookAt(ann, id)).toMatchObject({ location: 'junk' })
    expect(lookAt(ann, second)).toEqual(setAside)
    expect(await ann.reputationOf(sender)).toBe('blocked')
  })

  test('after an undo the same appeal changes nothing', async () => {
    const ann = await newInbox()
    const { id, replyRfcId } = await receiveAndReply(ann)
    await receive(ann, answerTo(replyRfcId))
    const restored = (await ann.decisions()).filter(({ restoredBy }) => restoredBy === 'sender')
    await takeAction(ctx, actorOf(ann), { ids: restored.map((one) => one.id), action: 'undo' })
    await runJobsUntilIdle()
    expect(lookAt(ann, id)).toEqual(setAside)
    const again = await receive(ann, answerTo(replyRfcId))
    await grantAppeal(ctx, { replyId: await replyOf(ann) })
    await runJobsUntilIdle()
    for (const one of [id, again]) expect(lookAt(ann, one)).toEqual(setAside)
    expect(await ann.reputationOf(sender)).toBeUndefined()
    expect(
      (await ann.decisions()).find(({ providerMessageId }) => providerMessageId === id),
    ).toMatchObject({
      state: 'set-aside',
      restoredBy: null,
    })
    expect(world.notify.sent).toHaveLength(1)
  })
})

test('the same appeal many times is granted once and notifies once', async () => {
  const ann = await newInbox()
  const { replyRfcId } = await receiveAndReply(ann)
  for (let times = 0; times < 5; times += 1) ann.receive(withDmarcPass(answerTo(replyRfcId)))
  await sync(ann)
  expect(ann.inbox()).toHaveLength(6)
  expect(world.notify.sent).toHaveLength(1)
})

test('no more appeals are granted than the daily limit', async () => {
  const ann = await newInbox()
  const { id, replyRfcId } = await receiveAndReply(ann)
  const appealed = Array.from({ length: maxAppealsPerDay }, (_, index) => ({
    userId: ann.userId,
    sender: `x${index}@else.example`,
    organisation: 'else.example',
    claimedAt: new Date(0),
    appealedAt: ctx.now(),
  }))
  await ctx.db.insert(smartReplies).values(appealed)
  await receive(ann, answerTo(replyRfcId))
  expect(lookAt(ann, id)).toEqual(setAside)
})

test('a crash during granting rolls everything back, and the retry grants the appeal', async () => {
  const ann = await newInbox()
  const { id, replyRfcId } = await receiveAndReply(ann)
  ann.receive(withDmarcPass(answerTo(replyRfcId)))
  const { enqueueAll } = ctx.jobs
  ctx.jobs.enqueueAll = async (db, job, payloads) => {
    if (job.name === sendEmailJob.name && payloads.length > 0) throw new Error('killed')
    return enqueueAll(db, job, payloads)
  }
  world.expectError('job-failed')
  await sync(ann)
  expect(lookAt(ann, id)).toEqual(setAside)
  expect(await ann.reputationOf(sender)).toBeUndefined()
  ctx.jobs.enqueueAll = enqueueAll
  await world.makeRetriesDue()
  await runJobsUntilIdle()
  expect(lookAt(ann, id)).toEqual(inInbox)
  expect(world.notify.sent).toHaveLength(1)
})

test('granting an appeal while the user is deleted causes no deadlock', async () => {
  const ann = await newInbox()
  const { id } = await receiveAndReply(ann)
  const replyId = await replyOf(ann)
  const started = await ctx.db.transaction(async (tx) => {
    // Locks like the deletion of a user: first the users row, then the rows that belong to it.
    await tx.execute(sql`select 1 from users where id = ${ann.userId} for update`)
    const granting = grantAppeal(ctx, { replyId })
    await tx.execute(sql`select pg_sleep(0.2)`)
    await tx.execute(sql`select 1 from smart_replies where id = ${replyId} for update`)
    return { granting }
  })
  await started.granting
  await runJobsUntilIdle()
  expect(lookAt(ann, id)).toEqual(inInbox)
})

describe('our reply bounces', () => {
  const bounceOf = (replyRfcId: string, domain: string) =>
    answerTo(replyRfcId, {
      from: `mailer-daemon@${domain}`,
      text: `Your message could not be delivered. ${phrase}`,
      headers: { 'Return-Path': '<>', 'Content-Type': 'multipart/report' },
    })

  test('the bounce is recorded and stays in the inbox, and the address gets no further reply', async () => {
    const ann = await newInbox()
    const { replyRfcId } = await receiveAndReply(ann)
    const bounce = await receive(ann, bounceOf(replyRfcId, 'vendor.example'))
    expect(lookAt(ann, bounce)).toEqual(inInbox)
    const ofAnn = eq(smartReplies.userId, ann.userId)
    expect(await ctx.db.select().from(smartReplies).where(ofAnn)).toMatchObject([
      { state: 'bounced' },
    ])
    world.advance(40 * dayMs)
    await ctx.db
      .update(users)
      .set({ trialEndsAt: new Date(ctx.now().getTime() + dayMs) })
      .where(eq(users.id, ann.userId))
    await receive(ann)
    expect(ann.box.sentReplies).toHaveLength(1)
  })

  test('after several bounces in a day the mailbox sends no replies', async () => {
    const ann = await newInbox()
    for (let count = 0; count < replyLimits.bouncesPerDay; count += 1) {
      const domain = `vendor${count}.example`
      const { replyRfcId } = await receiveAndReply(ann, { from: `pat@${domain}` })
      await receive(ann, bounceOf(replyRfcId, domain))
    }
    world.advance(2 * hourMs)
    await receive(ann, { from: 'pat@another.example' })
    expect(ann.box.sentReplies).toHaveLength(replyLimits.bouncesPerDay)
    const bounced = and(eq(smartReplies.userId, ann.userId), eq(smartReplies.state, 'bounced'))
    expect(await ctx.db.$count(smartReplies, bounced)).toBe(replyLimits.bouncesPerDay)
  })
})
