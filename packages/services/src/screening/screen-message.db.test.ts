import { certainPitch } from '@doorman/classifier/fake-classifier'
import {
  dailyCounts,
  decisions,
  knownSenders,
  mailboxes,
  smartReplies,
  undecidedMessages,
  users,
  whitelistDomains,
} from '@doorman/db/schema'
import { dumpTables } from '@doorman/db/test-db'
import type { DecisionId, MailId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { openFakePipeline, type FakeInbox, type FakeLetter } from '../fake-pipeline.ts'
import { forgetExpiredJob } from '../jobs.ts'
import { syncMailbox } from '../sync/sync-mailbox.ts'
import { screenMessage } from './screen-message.ts'

const world = await openFakePipeline()
const { ctx, classifier, newInbox, sync, settle } = world

beforeEach(() => world.judgeAll('cold'))

/** What is decided about one letter, in a mailbox of its own unless told. */
async function decisionOn(letter: FakeLetter, inbox?: FakeInbox) {
  const ann = inbox ?? (await newInbox())
  const id = ann.receive(letter)
  await sync(ann)
  return (await ann.decisions()).find(({ messageId }) => messageId === id)
}

test('a pitch is recorded once, counted once and moved once, however often it is screened', async () => {
  const ann = await newInbox()
  const messageId = ann.receive({
    subject: 'Pallets',
    text: 'Call us at +49 30 901820 today, dear friend.',
  })
  await syncMailbox(ctx, { mailboxId: ann.id })
  await Promise.all([1, 2, 3].map(() => screenMessage(ctx, { mailboxId: ann.id, messageId })))
  await settle()
  await screenMessage(ctx, { mailboxId: ann.id, messageId })
  await settle()
  expect(await ann.decisions()).toMatchObject([
    {
      messageId,
      outcome: 'filter',
      reason: 'cold-outreach',
      state: 'done',
      category: 'sales',
      score: certainPitch.score,
      signals: ['asks-for-a-call'],
      redactions: { phones: 1 },
      senderName: 'Pat',
      senderAddress: 'pat@vendor.example',
      subject: 'Pallets',
      receivedAt: expect.any(Date),
      threadId: expect.any(String),
      headerId: expect.any(String),
    },
  ])
  expect(ann.inbox()).toEqual([])
  expect(await countsOf(ann)).toMatchObject([{ processed: 1, filtered: 1 }])
})

test('a kept message leaves its id and our reason behind, and nothing that names a person', async () => {
  world.judgeAll('ordinary')
  const ann = await newInbox()
  const id = ann.receive({ from: 'carla@customer.example' })
  await sync(ann)
  expect(await ann.decisions()).toMatchObject([
    {
      outcome: 'keep',
      reason: 'not-cold',
      senderName: null,
      senderAddress: null,
      subject: null,
      threadId: null,
      score: null,
      state: null,
    },
  ])
  expect(ann.inbox()).toEqual([id])
  expect(await countsOf(ann)).toMatchObject([{ processed: 1, filtered: 0 }])
})

describe('F66: whoever the user knows is left alone, whatever the mail says', () => {
  test('by address', async () => {
    const ann = await newInbox()
    ann.box.sentByHand.push({ to: ['pat@gmail.com'], messageId: '<sent@own>' })
    expect(await decisionOn({ from: 'pat@gmail.com' }, ann)).toMatchObject({
      reason: 'known-contact',
    })
    // Who knows one person at a freemail provider does not know the next.
    expect(await decisionOn({ from: 'sam@gmail.com' }, ann)).toMatchObject({ outcome: 'filter' })
  })

  test('by company', async () => {
    const ann = await newInbox()
    ann.box.sentByHand.push({ to: ['kim@vendor.example'], messageId: '<sent@own>' })
    expect(await decisionOn({}, ann)).toMatchObject({ reason: 'known-contact' })
  })

  test('by organisation, and by their own address', async () => {
    const ann = await newInbox()
    const domain = ann.address.split('@')[1]
    expect(await decisionOn({ from: `boss@mail.${domain}` }, ann)).toMatchObject({
      reason: 'internal',
    })
    expect(await decisionOn({ from: ann.address.replace('@', '+x@') }, ann)).toMatchObject({
      reason: 'own-address',
    })
  })

  test('by an answer to their own mail, and not by one to somebody else’s', async () => {
    const ann = await newInbox()
    ann.box.sentByHand.push({ to: ['list@elsewhere.example'], messageId: '<mine@own>' })
    const headers = { References: '<first@x> <mine@own>', 'In-Reply-To': '<other@x>' }
    expect(await decisionOn({ headers }, ann)).toMatchObject({ reason: 'reply' })
    expect(
      await decisionOn({ from: 'sly@other.example', headers: { References: '<made-up@x>' } }, ann),
    ).toMatchObject({ outcome: 'filter' })
  })
})

describe('a stranger who writes with somebody the user has written to', () => {
  const introduced = { from: 'farida@insurer.example', cc: ['diane@friend.example'] }

  async function newInboxThatKnowsDiane() {
    const ann = await newInbox()
    ann.box.sentByHand.push({ to: ['diane@friend.example'], messageId: '<sent@own>' })
    return ann
  }

  test('is left alone, and so is one who is only watched', async () => {
    const ann = await newInboxThatKnowsDiane()
    const kept = { outcome: 'keep', reason: 'common-contact', senderAddress: null }
    expect(await decisionOn(introduced, ann)).toMatchObject(kept)
    const { cc: to, ...letter } = introduced
    expect(await decisionOn({ ...letter, to }, ann)).toMatchObject(kept)
    await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, ann.id))
    expect(await decisionOn(introduced, ann)).toMatchObject(kept)
  })

  test('is judged like any other where nobody else is known', async () => {
    const ann = await newInboxThatKnowsDiane()
    const [boss = ''] = ann.address.split('@').slice(1)
    for (const cc of [['kim@insurer.example'], [`boss@${boss}`], ['sam@elsewhere.example']])
      expect(await decisionOn({ ...introduced, cc }, ann)).toMatchObject({ outcome: 'filter' })
  })

  test('costs the mailbox a search only where the mail would be set aside', async () => {
    const ann = await newInbox()
    const whole = ann.box.hasSent.bind(ann.box)
    const asked: string[] = []
    ann.box.hasSent = (what) => {
      if ('address' in what) asked.push(what.address)
      return whole(what)
    }
    const crowd = Array.from({ length: 20 }, (_, at) => `sam@friend${at}.example`)
    await decisionOn({ ...introduced, cc: crowd }, ann)
    expect(asked).toEqual([introduced.from, ...crowd.slice(0, 4)])
    asked.length = 0
    world.judgeAll('ordinary')
    await decisionOn({ ...introduced, cc: crowd }, ann)
    expect(asked).toEqual([introduced.from])
  })

  test('R4: waits where the mailbox cannot say so now', async () => {
    const ann = await newInboxThatKnowsDiane()
    const messageId = ann.receive(introduced)
    await syncMailbox(ctx, { mailboxId: ann.id })
    const whole = ann.box.hasSent.bind(ann.box)
    ann.box.hasSent = (what) =>
      'address' in what && what.address === 'diane@friend.example'
        ? Promise.reject(new MailError('unavailable', 'test'))
        : whole(what)
    await expect(screenMessage(ctx, { mailboxId: ann.id, messageId })).rejects.toThrow()
    expect(await ann.decisions()).toEqual([])
    ann.box.hasSent = whole
    await settle()
    expect(await ann.decisions()).toMatchObject([{ reason: 'common-contact' }])
  })
})

describe('F48, F49: a whitelisted domain', () => {
  const passed = 'mx.google.com; dmarc=pass (p=NONE) header.from=vendor.example'
  const letter = (results: string) => ({ headers: { 'Authentication-Results': results } })

  async function newListing(options: Parameters<typeof newInbox>[0] = {}) {
    const ann = await newInbox(options)
    const entry = { userId: ann.userId, domain: 'vendor.example', addedAt: ctx.now() }
    await ctx.db.insert(whitelistDomains).values(entry)
    return ann
  }

  test('counts where the provider itself says that DMARC passed', async () => {
    expect(await decisionOn(letter(passed), await newListing())).toMatchObject({
      reason: 'whitelisted',
    })
    const outlook = await newListing({ provider: 'microsoft' })
    const bare = 'spf=pass smtp.mailfrom=vendor.example; dmarc=pass header.from=vendor.example'
    expect(await decisionOn(letter(bare), outlook)).toMatchObject({ reason: 'whitelisted' })
  })

  test.each([
    ['it failed', passed.replace('dmarc=pass', 'dmarc=fail')],
    ['somebody else says so', passed.replace('mx.google.com', 'mx.attacker.example')],
    ['nobody says anything', ''],
  ])('does not where %s', async (_case, results) => {
    expect(await decisionOn(letter(results), await newListing())).toMatchObject({
      outcome: 'filter',
    })
  })

  test('is a part of Pro, and of nobody else', async () => {
    const free = await newListing({ isPro: false })
    expect(await decisionOn(letter(passed), free)).toMatchObject({ outcome: 'filter' })
    expect(await decisionOn(letter(passed))).toMatchObject({ outcome: 'filter' })
  })
})

describe('188: the recruiters’ switch', () => {
  const set = ({ userId }: FakeInbox, filterRecruiters: boolean) =>
    ctx.db.update(users).set({ filterRecruiters }).where(eq(users.id, userId))

  test('keeps them in the inbox with Pro, and does nothing without', async () => {
    classifier.verdict = { ...certainPitch, category: 'recruiter' }
    const [pro, free] = [await newInbox(), await newInbox({ isPro: false })]
    expect(await decisionOn({}, pro)).toMatchObject({ outcome: 'filter' })
    for (const ann of [pro, free]) await set(ann, false)
    expect(await decisionOn({ from: 'next@vendor.example' }, pro)).toMatchObject({
      reason: 'allowed-type',
    })
    expect(await decisionOn({}, free)).toMatchObject({ outcome: 'filter' })
  })
})

test('without Pro only what must never leave the machine is masked', async () => {
  const text = 'Write to kim@vendor.example or transfer to DE89 3704 0044 0532 0130 00 please.'
  expect(await decisionOn({ text }, await newInbox({ isPro: false }))).toMatchObject({
    redactions: { accountNumbers: 1 },
  })
  expect(await decisionOn({ text })).toMatchObject({
    redactions: { accountNumbers: 1, emails: 1 },
  })
})

test('an observed mailbox is judged and left as it is', async () => {
  const ann = await newInbox()
  await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, ann.id))
  const observed = await decisionOn({}, ann)
  expect(observed).toMatchObject({ outcome: 'observe', state: null, subject: 'Quick question' })
  expect(ann.inbox()).toEqual([observed?.messageId])
})

describe('a blocked sender', () => {
  const kim = { from: 'kim@friend.example' }

  /** Kim was written to, and reported since. */
  async function newInboxWithoutKim() {
    const ann = await newInbox()
    await ctx.db.insert(knownSenders).values({
      userId: ann.userId,
      address: kim.from,
      standing: 'blocked',
      settledAt: ctx.now(),
      decisionId: randomUUID() as DecisionId,
    })
    ann.box.sentByHand.push({ to: [kim.from, 'diane@else.example'], messageId: '<sent@own>' })
    return ann
  }

  test.each([
    ['whatever it says', {}],
    ['however little it says', { text: 'Any thoughts?' }],
    ['whomever it names', { cc: ['diane@else.example'] }],
    ['as an invitation', { headers: { 'Content-Type': 'text/calendar; method=REQUEST' } }],
  ])('loses the inbox %s, unjudged', async (_case, letter) => {
    const seen = classifier.seen.length
    const ann = await newInboxWithoutKim()
    expect(await decisionOn({ ...kim, ...letter }, ann)).toMatchObject({
      reason: 'blocked-sender',
      state: 'done',
      senderAddress: kim.from,
      score: null,
      category: null,
      signals: [],
      mayRespond: false,
    })
    expect(classifier.seen.length).toBe(seen)
  })

  test('keeps it with an answer to the user', async () => {
    const answer = { ...kim, headers: { 'In-Reply-To': '<sent@own>' } }
    expect(await decisionOn(answer, await newInboxWithoutKim())).toMatchObject({ reason: 'reply' })
  })
})

describe('a mail in the thread of one that was filtered', () => {
  const threadId = 'thread-of-a-pitch'
  const bump = { threadId, text: 'Any thoughts?' }
  const followUp = { threadId, text: 'The fair in Hanover was a pleasure, as every year.' }

  /** A pitch lies aside; what comes next would pass by itself. */
  async function newInboxWithPitch() {
    const ann = await newInbox()
    world.judgeAll('cold')
    const filtered = await decisionOn({ threadId }, ann)
    world.judgeAll('ordinary')
    return { ann, filtered }
  }

  test('is set aside with it, again and again, and claims no confidence', async () => {
    const { ann } = await newInboxWithPitch()
    for (const letter of [followUp, bump, followUp])
      expect(await decisionOn(letter, ann)).toMatchObject({
        outcome: 'filter',
        reason: 'follow-up',
        state: 'done',
        mayRespond: false,
        score: null,
        signals: [],
      })
  })

  test.each([
    ['of another sender', { ...followUp, from: 'kim@else.example' }],
    ['in another thread', { ...followUp, threadId: 'thread-of-its-own' }],
  ])('is judged by itself where it is %s', async (_case, letter) => {
    const { ann } = await newInboxWithPitch()
    expect(await decisionOn(letter, ann)).toMatchObject({ reason: 'not-cold' })
  })

  test('stays once the user has put one back, even if all trust is forgotten', async () => {
    const { ann, filtered } = await newInboxWithPitch()
    await decisionOn(followUp, ann)
    await ctx.db
      .update(decisions)
      .set({ state: 'restored' })
      .where(eq(decisions.messageId, filtered?.messageId ?? ('' as MailId)))
    expect(await decisionOn(followUp, ann)).toMatchObject({ reason: 'not-cold' })
    expect(await decisionOn(bump, ann)).toMatchObject({ reason: 'too-little-text' })
  })

  test('stays where the user has written in the thread, or somebody they know is in it', async () => {
    const { ann } = await newInboxWithPitch()
    ann.box.sentByHand.push({ to: ['diane@friend.example'], messageId: '<mine@own>' })
    const answer = { ...followUp, headers: { 'In-Reply-To': '<mine@own>' } }
    expect(await decisionOn(answer, ann)).toMatchObject({ reason: 'reply' })
    const introduced = { ...followUp, cc: ['diane@friend.example'] }
    expect(await decisionOn(introduced, ann)).toMatchObject({ reason: 'common-contact' })
  })

  test('is judged by itself where the user wants that kind by now', async () => {
    const { ann } = await newInboxWithPitch()
    await ctx.db
      .update(decisions)
      .set({ category: 'recruiter' })
      .where(eq(decisions.mailboxId, ann.id))
    await ctx.db.update(users).set({ filterRecruiters: false }).where(eq(users.id, ann.userId))
    expect(await decisionOn(followUp, ann)).toMatchObject({ reason: 'not-cold' })
  })

  test('is judged by itself where that was only watched, or had left the inbox before we came', async () => {
    for (const before of [
      { outcome: 'observe', state: null },
      { outcome: 'filter', state: 'gone' },
    ] as const) {
      const { ann } = await newInboxWithPitch()
      await ctx.db.update(decisions).set(before).where(eq(decisions.mailboxId, ann.id))
      expect(await decisionOn(followUp, ann)).toMatchObject({ reason: 'not-cold' })
    }
  })

  describe('after our smart response', () => {
    async function newInboxWithAnswer(answer: { headerId?: string; state: 'sent' | 'unsent' }) {
      const { ann, filtered } = await newInboxWithPitch()
      await ctx.db.insert(smartReplies).values({
        userId: ann.userId,
        mailboxId: ann.id,
        decisionId: filtered?.id ?? null,
        sender: 'pat@vendor.example',
        organisation: 'vendor.example',
        claimedAt: ctx.now(),
        ...answer,
      })
      return { ann, pitch: filtered?.headerId ?? '' }
    }

    const toAnswer = (references: string) => ({
      ...followUp,
      headers: { 'In-Reply-To': '<ours@own>', References: references },
    })

    test('is judged by itself where it answers that', async () => {
      const { ann, pitch } = await newInboxWithAnswer({ state: 'sent', headerId: '<ours@own>' })
      const answer = toAnswer(`${pitch} <ours@own>`)
      expect(await decisionOn(answer, ann)).toMatchObject({ reason: 'not-cold' })
    })

    test('F3, F4: is judged by itself, too, where nobody knows under which Message-ID that went out', async () => {
      const { ann, pitch } = await newInboxWithAnswer({ state: 'sent' })
      const answer = toAnswer(`${pitch} <ours@own>`)
      expect(await decisionOn(answer, ann)).toMatchObject({ reason: 'not-cold' })
    })

    test('is set aside where it refers to its sender’s own mail only', async () => {
      const { ann, pitch } = await newInboxWithAnswer({ state: 'sent' })
      const reminder = { ...followUp, headers: { 'In-Reply-To': pitch, References: pitch } }
      expect(await decisionOn(reminder, ann)).toMatchObject({ reason: 'follow-up' })
    })

    test('that never went out, it can answer nothing of ours', async () => {
      const { ann, pitch } = await newInboxWithAnswer({ state: 'unsent' })
      const answer = toAnswer(`${pitch} <ours@own>`)
      expect(await decisionOn(answer, ann)).toMatchObject({ reason: 'follow-up' })
    })
  })
})

test('a sender who wrote before is known to have done so', async () => {
  const ann = await newInbox()
  await decisionOn({}, ann)
  await decisionOn({}, ann)
  expect(classifier.seen.at(-1)?.facts.relationship).toMatchObject({ earlierMailFromSender: 1 })
})

test('a sender whose mail was set aside again and again does not become an acquaintance by it', async () => {
  const ann = await newInbox()
  for (let mails = 0; mails < 5; mails++) await decisionOn({}, ann)
  expect(classifier.seen.at(-1)?.facts.relationship).toMatchObject({ earlierMailFromSender: 3 })
})

test('a sender whose mail has always stayed is known by that, however little we remember', async () => {
  world.judgeAll('ordinary')
  const ann = await newInbox()
  for (let mails = 0; mails < 5; mails++) await decisionOn({}, ann)
  expect(classifier.seen.at(-1)?.facts.relationship).toMatchObject({ earlierMailFromSender: 4 })
})

describe('nothing is judged', () => {
  test.each(['junk', 'sent', 'draft', 'bin', 'elsewhere', 'set-aside'] as const)(
    'F33: that has gone to %s meanwhile',
    async (place) => {
      const ann = await newInbox()
      const id = await find(ann)
      ann.box.moveByHand(id, place)
      const seen = classifier.seen.length
      await settle()
      expect(await ann.decisions()).toMatchObject([{ outcome: 'keep', reason: 'not-in-inbox' }])
      expect(classifier.seen.length).toBe(seen)
    },
  )

  test.each([
    ['F29: that is gone', 'gone', 'gone'],
    ['F40: that is too large', 'too-large', 'could-not-be-checked'],
    ['that the provider will not show', 'refused', 'could-not-be-checked'],
  ] as const)('%s', async (_case, failure, reason) => {
    const ann = await newInbox()
    await find(ann)
    ann.box.failNextWith = new MailError(failure, 'test')
    await settle()
    expect(await ann.decisions()).toMatchObject([{ outcome: 'keep', reason, receivedAt: null }])
  })
})

test('I6: mail that its user touches after we have forgotten it stays where they keep it', async () => {
  const ann = await newInbox()
  const old = { receivedAt: new Date(ctx.now().getTime() - 31 * 86_400_000) }
  expect(await decisionOn(old, ann)).toMatchObject({ outcome: 'filter' })
  expect(await decisionOn(old, ann)).toMatchObject({ outcome: 'keep', reason: 'long-there' })
  expect(await decisionOn({}, ann)).toMatchObject({ outcome: 'filter' })
})

describe('R4: an outage', () => {
  test.each(['unavailable', 'rate-limited'] as const)(
    'that is %s costs time, and no message its verdict',
    async (failure) => {
      const ann = await newInbox()
      const messageId = await find(ann)
      for (let tries = 0; tries < 5; tries += 1) {
        ann.box.failNextWith = new MailError(failure, 'test')
        await expect(screenMessage(ctx, { mailboxId: ann.id, messageId })).rejects.toThrow()
      }
      expect(await ann.decisions()).toEqual([])
      expect(ann.inbox()).toEqual([messageId])
      await settle()
      expect(await ann.decisions()).toMatchObject([{ outcome: 'filter', state: 'done' }])
    },
  )

  test.each(['hasSent', 'countKept'] as const)('at %s leaves nothing guessed', async (question) => {
    const ann = await newInbox()
    const messageId = await find(ann)
    const fail = () => Promise.reject(new MailError('unavailable', 'test'))
    Object.assign(ann.box, { [question]: fail })
    await expect(screenMessage(ctx, { mailboxId: ann.id, messageId })).rejects.toThrow()
    expect(await ann.decisions()).toEqual([])
    Reflect.deleteProperty(ann.box, question)
    await settle()
    expect(await ann.decisions()).toHaveLength(1)
  })

  test('F20: access taken away at one message is not asked for again by the next', async () => {
    const ann = await newInbox()
    for (let count = 0; count < 5; count += 1) ann.receive()
    await syncMailbox(ctx, { mailboxId: ann.id })
    world.mail.failures.set(ann.grantId, new MailError('access-revoked', 'test'))
    const countOpened = () => world.mail.opened.filter((id) => id === ann.grantId).length
    const before = countOpened()
    await settle()
    expect(countOpened() - before).toBe(1)
    expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
  })
})

describe('F9: a message that ends screening', () => {
  test('three times is left in the inbox, unchecked, and the others go on', async () => {
    const ann = await newInbox()
    const messageId = await find(ann)
    for (let deaths = 0; deaths < 3; deaths += 1) {
      classifier.failNextWith = new Error('killed')
      await expect(screenMessage(ctx, { mailboxId: ann.id, messageId })).rejects.toThrow('killed')
    }
    await settle()
    expect(await ann.decisions()).toMatchObject([{ reason: 'could-not-be-checked' }])
    expect(ann.inbox()).toEqual([messageId])
    expect(await decisionOn({}, ann)).toMatchObject({ outcome: 'filter' })
  })

  test('twice is judged at the third try', async () => {
    const ann = await newInbox()
    const messageId = await find(ann)
    for (let deaths = 0; deaths < 2; deaths += 1) {
      classifier.failNextWith = new Error('killed')
      await expect(screenMessage(ctx, { mailboxId: ann.id, messageId })).rejects.toThrow('killed')
    }
    await settle()
    expect(await ann.decisions()).toMatchObject([{ outcome: 'filter' }])
  })
})

test('F1, F2: a decision and its consequences are born together', async () => {
  const ann = await newInbox()
  const messageId = await find(ann)
  const broken: Context = {
    ...ctx,
    jobs: { ...ctx.jobs, enqueue: () => Promise.reject(new Error('killed')) },
  }
  await expect(screenMessage(broken, { mailboxId: ann.id, messageId })).rejects.toThrow('killed')
  expect(await ann.decisions()).toEqual([])
  expect(await countsOf(ann)).toEqual([])
  expect(await ctx.db.$count(undecidedMessages, eq(undecidedMessages.mailboxId, ann.id))).toBe(1)
  await settle()
  expect(await ann.decisions()).toMatchObject([{ state: 'done' }])
  expect(await countsOf(ann)).toMatchObject([{ processed: 1, filtered: 1 }])
})

test('F36: a mailbox that is disconnected meanwhile gets no row again', async () => {
  const ann = await newInbox()
  const messageId = await find(ann)
  const whole = ann.box.loadMail.bind(ann.box)
  ann.box.loadMail = async (id) => {
    const mail = await whole(id)
    await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
    return mail
  }
  await screenMessage(ctx, { mailboxId: ann.id, messageId })
  await settle()
  expect(await ann.decisions()).toEqual([])
})

test('after 30 days a kept message is forgotten, and a filtered one is not', async () => {
  const ann = await newInbox()
  await decisionOn({}, ann)
  world.judgeAll('ordinary')
  await decisionOn({ from: 'carla@customer.example' }, ann)
  await ctx.db
    .update(decisions)
    .set({ decidedAt: new Date(ctx.now().getTime() - 31 * 86_400_000) })
    .where(eq(decisions.mailboxId, ann.id))
  await ctx.jobs.enqueue(ctx.db, forgetExpiredJob, {})
  await settle()
  expect(await ann.decisions()).toMatchObject([{ outcome: 'filter' }])
})

test('I7, S10: no word of a body is left anywhere', async () => {
  const canary = 'zanzibar marmalade clockwork'
  const hidden = 'canary.bird@hidden.example'
  const text = `Dear Ann, the ${canary} would like to meet you. Write to ${hidden} soon.`
  const ann = await newInbox()
  for (const verdict of ['cold', 'ordinary'] as const) {
    world.judgeAll(verdict)
    ann.receive({ text })
    await sync(ann)
  }
  const failing = ann.receive({ text })
  classifier.failNextWith = new Error(text)
  world.expectError('job-failed')
  await sync(ann)
  expect(await undecided(failing)).toBe(1)

  const dump = `${await dumpTables(ctx.db)}${world.logs.join('')}`
  expect(dump).toContain('pat@vendor.example')
  expect(dump).toContain(failing)
  for (const word of [...canary.split(' '), 'canary.bird', 'hidden.example'])
    expect(dump).not.toContain(word)
  expect(classifier.seen.at(-1)?.text).toContain(canary)
  expect(classifier.seen.at(-1)?.text).not.toContain(hidden)
})

/** A message that is found and waits to be screened. */
async function find(ann: FakeInbox): Promise<MailId> {
  const id = ann.receive()
  await syncMailbox(ctx, { mailboxId: ann.id })
  return id
}

const countsOf = ({ id }: FakeInbox) =>
  ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, id))

const undecided = (messageId: MailId) =>
  ctx.db.$count(undecidedMessages, eq(undecidedMessages.messageId, messageId))
