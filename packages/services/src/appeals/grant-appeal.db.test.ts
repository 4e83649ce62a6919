import { loadLessons } from '@doorman/db/queries/lessons'
import { mailboxes, smartReplies, users } from '@doorman/db/schema'
import { mostAppealsPerDay } from '@doorman/domain/appeal'
import type { MailId } from '@doorman/domain/ids'
import { replyLimits } from '@doorman/domain/may-respond'
import { overrideSentence } from '@doorman/domain/override-phrase'
import { MailError } from '@doorman/mail/mail-error'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox, type FakeLetter } from '../fake-pipeline.ts'
import { endTrialOf, newAnsweringInbox, proven } from '../fake-replies.ts'
import { actorOf } from '../filtered-emails/fake-filtered.ts'
import { sayWord } from '../filtered-emails/say-word.ts'
import { grantAppeal } from './grant-appeal.ts'

const world = await openFakePipeline()
const { ctx, settle, sync } = world
const sender = 'pat@vendor.example'
const phrase = 'We’ve met before, at the fair in June.'

beforeEach(() => {
  world.judgeAll('cold')
  world.notify.sent.length = 0
})

const newInbox = () => newAnsweringInbox(world)

async function receive(ann: FakeInbox, letter: FakeLetter = {}) {
  const id = ann.receive(proven(letter))
  await sync(ann)
  return id
}

/** A pitch that was set aside and answered, and the Message-ID of the answer. */
async function answer(ann: FakeInbox, letter: FakeLetter = {}) {
  const id = await receive(ann, letter)
  const claimId = ann.box.answered.find(({ toMail }) => toMail === id)?.claimId
  if (!claimId) throw new Error('It was not answered')
  return { id, ourId: `<${claimId}@fake.test>` }
}

const answerTo = (ourId: string, letter: FakeLetter = {}): FakeLetter => ({
  text: phrase,
  ...letter,
  headers: { 'In-Reply-To': ourId, ...letter.headers },
})

const placeOf = ({ box }: FakeInbox, id: MailId) => {
  const mail = box.mails.get(id)
  return mail && { place: mail.place, isRead: mail.isRead }
}
async function replyOf({ userId }: FakeInbox) {
  const [reply] = await ctx.db.select().from(smartReplies).where(eq(smartReplies.userId, userId))
  if (!reply) throw new Error('Nobody was answered')
  return reply.id
}

const back = { place: 'inbox', isRead: false }
const held = { place: 'set-aside', isRead: true }

test('all that is held of the sender goes back unread, they are trusted, and the user is told', async () => {
  const ann = await newInbox()
  const { id, ourId } = await answer(ann)
  const second = await receive(ann)
  const stranger = await receive(ann, { from: 'kim@other.example' })
  const claim = await receive(ann, answerTo(ourId))

  for (const mail of [id, second, claim]) expect(placeOf(ann, mail)).toEqual(back)
  expect(placeOf(ann, stranger)).toEqual(held)
  expect(await ann.standingOf(sender)).toBe('trusted')
  expect((await loadLessons(ctx.db, ann.userId)).map(({ act }) => act)).toEqual([
    'restored',
    'restored',
  ])
  const decided = await ann.decisions()
  expect(decided.find(({ messageId }) => messageId === claim)).toMatchObject({
    outcome: 'keep',
    reason: 'appeal',
    senderAddress: null,
  })
  expect(decided.filter(({ restoredBy }) => restoredBy === 'sender')).toHaveLength(2)
  expect(world.notify.sent).toEqual([
    {
      to: ann.address,
      mail: {
        kind: 'sender-let-in',
        address: sender,
        url: 'http://localhost:3000/filtered-emails',
      },
    },
  ])
  const next = await receive(ann)
  expect(placeOf(ann, next)).toEqual(back)
  expect(ann.box.answered).toHaveLength(2)
})

test('F4: who was answered is let in, too, where the word that it went out got lost', async () => {
  const ann = await newInbox()
  const { replies } = ann.box
  const whole = replies.send
  replies.send = async (draft) => {
    await whole(draft)
    throw new MailError('unavailable', 'test', { mayHaveHappened: true })
  }
  const { id, ourId } = await answer(ann)
  const claim = await receive(ann, answerTo(ourId))
  for (const mail of [id, claim]) expect(placeOf(ann, mail)).toEqual(back)
})

test('in the user’s other mailboxes as well, and in nobody else’s', async () => {
  const [ann, other, bob] = [await newInbox(), await newInbox(), await newInbox()]
  const elsewhere = await receive(other)
  const foreign = await receive(bob)
  const { id, ourId } = await answer(ann)
  await ctx.db.update(mailboxes).set({ userId: ann.userId }).where(eq(mailboxes.id, other.id))
  await receive(ann, answerTo(ourId))
  for (const [inbox, mail] of [
    [ann, id],
    [other, elsewhere],
  ] as const)
    expect(placeOf(inbox, mail)).toEqual(back)
  expect(placeOf(bob, foreign)).toEqual(held)
  expect(await bob.standingOf(sender)).toBeUndefined()
})

describe('no claim', () => {
  const outcomeOf = async (ann: FakeInbox, id: MailId) => ({
    ...placeOf(ann, id),
    standing: await ann.standingOf(sender),
    told: world.notify.sent.length,
  })
  const nothing = { ...held, standing: undefined, told: 0 }

  const cases: [string, FakeLetter][] = [
    ['F59: the phrase is in the quote alone', { text: `What?\n\n> ${overrideSentence}` }],
    ['it does not say it', { text: 'Who are you, and when can we talk about it?' }],
    ['F61: another address', { from: 'kim@vendor.example' }],
    ['F61: nobody has proven the sender', { dmarc: 'none' }],
    ['F61: the sender is forged', { dmarc: 'fail' }],
    ['F62: an out-of-office note', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a robot', { headers: { Precedence: 'bulk' } }],
  ]
  test.each(cases)('%s', async (_case, letter) => {
    const ann = await newInbox()
    const { id, ourId } = await answer(ann)
    await receive(ann, answerTo(ourId, letter))
    expect(await outcomeOf(ann, id)).toEqual(nothing)
  })

  test('F60: the phrase in the first mail, or in one that answers nothing of ours', async () => {
    const ann = await newInbox()
    const { id } = await answer(ann, { text: phrase })
    await receive(ann, { text: phrase })
    await receive(ann, answerTo('<guessed@fake.test>'))
    expect(await outcomeOf(ann, id)).toEqual(nothing)
  })

  test('I8: another user’s reply is of no use', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    const { id } = await answer(ann)
    const { ourId } = await answer(bob)
    await receive(ann, answerTo(ourId))
    expect(await outcomeOf(ann, id)).toEqual(nothing)
    expect(await bob.standingOf(sender)).toBeUndefined()
  })

  test('without Pro, whatever was promised before', async () => {
    const ann = await newInbox()
    const { id, ourId } = await answer(ann)
    await endTrialOf(world, ann)
    await receive(ann, answerTo(ourId))
    expect(await outcomeOf(ann, id)).toEqual(nothing)
  })
})

describe('I6: the user’s word is the last', () => {
  test('a sender reported as spam is not let in', async () => {
    const ann = await newInbox()
    const { id, ourId } = await answer(ann)
    const [decision] = await ann.decisions()
    await sayWord(ctx, actorOf(ann), { ids: decision ? [decision.id] : [], word: 'spam' })
    await settle()
    await receive(ann, answerTo(ourId))
    expect(placeOf(ann, id)).toMatchObject({ place: 'junk' })
    expect(await ann.standingOf(sender)).toBe('blocked')
    expect(world.notify.sent).toEqual([])
  })

  test('reported between the claim and its granting, as well', async () => {
    const ann = await newInbox()
    const { id } = await answer(ann)
    const second = await receive(ann)
    const [decision] = await ann.decisions()
    await sayWord(ctx, actorOf(ann), { ids: decision ? [decision.id] : [], word: 'spam' })
    await grantAppeal(ctx, { replyId: await replyOf(ann) })
    await settle()
    expect(placeOf(ann, id)).toMatchObject({ place: 'junk' })
    expect(placeOf(ann, second)).toEqual(held)
    expect(await ann.standingOf(sender)).toBe('blocked')
  })

  test('F61: undone, the same claim again changes nothing', async () => {
    const ann = await newInbox()
    const { id, ourId } = await answer(ann)
    await receive(ann, answerTo(ourId))
    const restored = (await ann.decisions()).filter(({ restoredBy }) => restoredBy === 'sender')
    await sayWord(ctx, actorOf(ann), { ids: restored.map((one) => one.id), word: 'undone' })
    await settle()
    expect(placeOf(ann, id)).toEqual(held)
    const again = await receive(ann, answerTo(ourId))
    await grantAppeal(ctx, { replyId: await replyOf(ann) })
    await settle()
    for (const mail of [id, again]) expect(placeOf(ann, mail)).toEqual(held)
    expect(await ann.standingOf(sender)).toBeUndefined()
    expect((await ann.decisions()).find(({ messageId }) => messageId === id)).toMatchObject({
      state: 'done',
      restoredBy: null,
    })
    expect(world.notify.sent).toHaveLength(1)
  })
})

test('F61: the same claim many times lets in once and tells once', async () => {
  const ann = await newInbox()
  const { ourId } = await answer(ann)
  for (let times = 0; times < 5; times += 1) ann.receive(proven(answerTo(ourId)))
  await sync(ann)
  expect(ann.inbox()).toHaveLength(6)
  expect(world.notify.sent).toHaveLength(1)
})

test('F61: only so many are let in a day', async () => {
  const ann = await newInbox()
  const { id, ourId } = await answer(ann)
  const appealed = Array.from({ length: mostAppealsPerDay }, (_, index) => ({
    userId: ann.userId,
    sender: `x${index}@else.example`,
    organisation: 'else.example',
    claimedAt: new Date(0),
    appealedAt: ctx.now(),
  }))
  await ctx.db.insert(smartReplies).values(appealed)
  await receive(ann, answerTo(ourId))
  expect(placeOf(ann, id)).toEqual(held)
})

test('killed before it is granted, it is granted with the next try', async () => {
  const ann = await newInbox()
  const { id, ourId } = await answer(ann)
  ann.receive(proven(answerTo(ourId)))
  const whole = ctx.jobs.enqueue
  ctx.jobs.enqueue = async (db, job, payload) => {
    if (job.name === 'send-mail') throw new Error('killed')
    return whole(db, job, payload)
  }
  world.expectError('job-failed')
  await sync(ann)
  expect(placeOf(ann, id)).toEqual(held)
  expect(await ann.standingOf(sender)).toBeUndefined()
  ctx.jobs.enqueue = whole
  await world.makeRetriesDue()
  await settle()
  expect(placeOf(ann, id)).toEqual(back)
  expect(world.notify.sent).toHaveLength(1)
})

describe('F63: our reply comes back', () => {
  const bounceOf = (ourId: string, domain: string) =>
    answerTo(ourId, {
      from: `mailer-daemon@${domain}`,
      text: `Your message could not be delivered. ${phrase}`,
      headers: { 'Return-Path': '<>', 'Content-Type': 'multipart/report' },
    })

  test('it is noted, stays in the inbox, and the address is never answered again', async () => {
    const ann = await newInbox()
    const { ourId } = await answer(ann)
    const bounce = await receive(ann, bounceOf(ourId, 'vendor.example'))
    expect(placeOf(ann, bounce)).toEqual(back)
    const ofAnn = eq(smartReplies.userId, ann.userId)
    expect(await ctx.db.select().from(smartReplies).where(ofAnn)).toMatchObject([
      { state: 'bounced' },
    ])
    world.advance(40 * 86_400_000)
    await ctx.db
      .update(users)
      .set({ trialEndsAt: new Date(ctx.now().getTime() + 86_400_000) })
      .where(eq(users.id, ann.userId))
    await receive(ann)
    expect(ann.box.answered).toHaveLength(1)
  })

  test('after several in a day the mailbox answers nobody', async () => {
    const ann = await newInbox()
    for (let count = 0; count < replyLimits.bouncesPerDay; count += 1) {
      const domain = `vendor${count}.example`
      const { ourId } = await answer(ann, { from: `pat@${domain}` })
      await receive(ann, bounceOf(ourId, domain))
    }
    world.advance(2 * 3_600_000)
    await receive(ann, { from: 'pat@another.example' })
    expect(ann.box.answered).toHaveLength(replyLimits.bouncesPerDay)
    const bounced = and(eq(smartReplies.userId, ann.userId), eq(smartReplies.state, 'bounced'))
    expect(await ctx.db.$count(smartReplies, bounced)).toBe(replyLimits.bouncesPerDay)
  })
})
