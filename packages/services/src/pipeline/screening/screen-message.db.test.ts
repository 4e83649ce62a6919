import { certainPitch } from '@doorman/classifier/testing/fake-classifier'
import {
  correspondentIndexes,
  dailyCounts,
  decisions,
  senderReputations,
  mailboxes,
  smartReplies,
  undecidedMessages,
  users,
  whitelistDomains,
} from '@doorman/db/schema'
import { dumpTables } from '@doorman/db/testing/test-db'
import type { DecisionId, ProviderMessageId } from '@doorman/domain/ids'
import { thresholds } from '@doorman/domain/screening/thresholds'
import { dayMs, hourMs, minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../ports/context.ts'
import { openFakePipeline, type FakeInbox, type FakeMessage } from '../../testing/fake-pipeline.ts'
import { deleteExpiredJob } from '../../ports/jobs.ts'
import { indexCorrespondents } from '../correspondents/index-correspondents.ts'
import { syncMailbox } from '../sync/sync-mailbox.ts'
import { screenMessage } from './screen-message.ts'

const world = await openFakePipeline()
const { ctx, classifier, newInbox, sync, runJobsUntilIdle } = world

beforeEach(() => world.judgeAll('cold'))

/** The decision on one message, in a new mailbox unless one is given. */
async function decisionOn(message: FakeMessage, inbox?: FakeInbox) {
  const ann = inbox ?? (await newInbox())
  const id = ann.receive(message)
  await sync(ann)
  return (await ann.decisions()).find(({ providerMessageId }) => providerMessageId === id)
}

/** The provider doesn't list the sent messages, until `completeIndex`. */
function keepIndexIncomplete({ box }: FakeInbox): void {
  box.listSent = () => Promise.reject(new MailError('unavailable', 'test'))
}

async function completeIndex(ann: FakeInbox): Promise<void> {
  Reflect.deleteProperty(ann.box, 'listSent')
  await indexCorrespondents(ctx, { mailboxId: ann.id })
}

test('a cold message is recorded, counted and moved once, however often it is screened', async () => {
  const ann = await newInbox()
  const providerMessageId = ann.receive({
    subject: 'Pallets',
    text: 'Call us at +49 30 901820 today, dear friend.',
  })
  await syncMailbox(ctx, { mailboxId: ann.id })
  await Promise.all(
    [1, 2, 3].map(() => screenMessage(ctx, { mailboxId: ann.id, providerMessageId })),
  )
  await runJobsUntilIdle()
  await screenMessage(ctx, { mailboxId: ann.id, providerMessageId })
  await runJobsUntilIdle()
  expect(await ann.decisions()).toMatchObject([
    {
      providerMessageId,
      outcome: 'filter',
      reason: 'cold-outreach',
      state: 'set-aside',
      category: 'sales',
      score: certainPitch.score,
      signals: ['asks-for-a-call'],
      redactions: { phones: 1 },
      senderName: 'Pat',
      senderAddress: 'pat@vendor.example',
      subject: 'Pallets',
      receivedAt: expect.any(Date),
      threadId: expect.any(String),
      rfcMessageId: expect.any(String),
    },
  ])
  expect(ann.inbox()).toEqual([])
  expect(await countsOf(ann)).toMatchObject([{ processed: 1, filtered: 1 }])
})

describe.each(['together', 'alone'] as const)('screened %s', (way) => {
  beforeEach(() => world.screen(way))
  afterAll(() => world.screen('together'))

  test('a kept message is stored with only its id, reason and time, nothing that names a person', async () => {
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

  describe('a message from a known sender stays, whatever it says', () => {
    test('known by address', async () => {
      const ann = await newInbox()
      ann.box.sentByUser.push({ to: ['pat@gmail.com'], rfcMessageId: '<sent@own>' })
      expect(await decisionOn({ from: 'pat@gmail.com' }, ann)).toMatchObject({
        reason: 'known-contact',
      })
      // One contact at a freemail provider says nothing about the next one.
      expect(await decisionOn({ from: 'sam@gmail.com' }, ann)).toMatchObject({ outcome: 'filter' })
    })

    test('from the user’s organisation, or from their own address', async () => {
      const ann = await newInbox()
      const domain = ann.address.split('@')[1]
      expect(await decisionOn({ from: `boss@mail.${domain}` }, ann)).toMatchObject({
        reason: 'internal',
      })
      expect(await decisionOn({ from: ann.address.replace('@', '+x@') }, ann)).toMatchObject({
        reason: 'own-address',
      })
    })

    test('answering a message of the user, but not a message of someone else', async () => {
      const ann = await newInbox()
      ann.box.sentByUser.push({ to: ['list@elsewhere.example'], rfcMessageId: '<mine@own>' })
      const headers = { References: '<first@x> <mine@own>', 'In-Reply-To': '<other@x>' }
      expect(await decisionOn({ headers }, ann)).toMatchObject({ reason: 'reply' })
      expect(
        await decisionOn(
          { from: 'sly@other.example', headers: { References: '<made-up@x>' } },
          ann,
        ),
      ).toMatchObject({ outcome: 'filter' })
    })
  })

  describe('a message of a stranger with a contact of the user in To or Cc', () => {
    const introduced = { from: 'farida@insurer.example', cc: ['diane@friend.example'] }

    async function newInboxThatKnowsDiane() {
      const ann = await newInbox()
      ann.box.sentByUser.push({ to: ['diane@friend.example'], rfcMessageId: '<sent@own>' })
      return ann
    }

    test('stays, in an observed mailbox too', async () => {
      const ann = await newInboxThatKnowsDiane()
      const kept = { outcome: 'keep', reason: 'common-contact', senderAddress: null }
      expect(await decisionOn(introduced, ann)).toMatchObject(kept)
      const { cc: to, ...rest } = introduced
      expect(await decisionOn({ ...rest, to }, ann)).toMatchObject(kept)
      await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, ann.id))
      expect(await decisionOn(introduced, ann)).toMatchObject(kept)
    })

    test('stays if a colleague of the sender whom the user has written to is in Cc', async () => {
      const ann = await newInboxThatKnowsDiane()
      const handover = { from: 'lee@friend.example', cc: ['diane@friend.example'] }
      expect(await decisionOn(handover, ann)).toMatchObject({ reason: 'common-contact' })
    })

    test('is judged as usual if the user has not written to the other recipients', async () => {
      const ann = await newInboxThatKnowsDiane()
      const [boss = ''] = ann.address.split('@').slice(1)
      for (const cc of [['kim@insurer.example'], [`boss@${boss}`], ['sam@elsewhere.example']])
        expect(await decisionOn({ ...introduced, cc }, ann)).toMatchObject({ outcome: 'filter' })
    })

    test('costs a search only before the index is complete, and only if it would be set aside', async () => {
      const ann = await newInbox()
      keepIndexIncomplete(ann)
      const hasUserSent = ann.box.hasUserSent.bind(ann.box)
      const searched: string[] = []
      ann.box.hasUserSent = (query) => {
        if ('toAddress' in query) searched.push(query.toAddress)
        return hasUserSent(query)
      }
      const crowd = Array.from({ length: 20 }, (_, at) => `sam@friend${at}.example`)
      await decisionOn({ ...introduced, cc: crowd }, ann)
      expect(searched).toEqual([introduced.from, ...crowd.slice(0, 4)])
      searched.length = 0
      world.judgeAll('ordinary')
      await decisionOn({ ...introduced, cc: crowd }, ann)
      expect(searched).toEqual([introduced.from])
      searched.length = 0
      world.judgeAll('cold')
      await completeIndex(ann)
      await decisionOn({ ...introduced, cc: crowd }, ann)
      expect(searched).toEqual([])
    })

    test('waits during an outage of the provider', async () => {
      const ann = await newInboxThatKnowsDiane()
      const providerMessageId = ann.receive(introduced)
      await syncMailbox(ctx, { mailboxId: ann.id })
      const hasUserSent = ann.box.hasUserSent.bind(ann.box)
      ann.box.hasUserSent = (query) =>
        'toAddress' in query && query.toAddress === 'diane@friend.example'
          ? Promise.reject(new MailError('unavailable', 'test'))
          : hasUserSent(query)
      await expect(screenMessage(ctx, { mailboxId: ann.id, providerMessageId })).rejects.toThrow()
      expect(await ann.decisions()).toEqual([])
      ann.box.hasUserSent = hasUserSent
      await runJobsUntilIdle()
      expect(await ann.decisions()).toMatchObject([{ reason: 'common-contact' }])
    })
  })

  describe('a message from someone new at a company to which the user has written', () => {
    const probable = { ...certainPitch, score: thresholds.sales.filter }

    async function newCustomer() {
      const ann = await newInbox()
      ann.box.sentByUser.push({ to: ['kim@vendor.example'], rfcMessageId: '<sent@own>' })
      return ann
    }

    test('is filtered if it is certainly cold, and gets no smart response', async () => {
      const decision = await decisionOn({}, await newCustomer())
      expect(decision).toMatchObject({ reason: 'cold-outreach', mayReply: false })
      expect(classifier.seen.at(-1)?.facts.relationship).toMatchObject({
        hasWrittenToSender: false,
        hasWrittenToDomain: true,
      })
    })

    test('stays if it is only probably cold', async () => {
      classifier.verdict = probable
      const ann = await newCustomer()
      const kept = { outcome: 'keep', reason: 'known-organisation' }
      expect(await decisionOn({}, ann)).toMatchObject(kept)
      expect(await decisionOn({ from: 'billing@vendor.example' }, ann)).toMatchObject(kept)
      // One contact at a freemail provider says nothing about the next one.
      ann.box.sentByUser.push({ to: ['kim@gmail.com'], rfcMessageId: '<sent-2@own>' })
      expect(await decisionOn({ from: 'sam@gmail.com' }, ann)).toMatchObject({ outcome: 'filter' })
    })

    test('stays if only the provider’s search, not yet the index, knows the domain', async () => {
      classifier.verdict = probable
      const ann = await newCustomer()
      keepIndexIncomplete(ann)
      expect(await decisionOn({}, ann)).toMatchObject({ reason: 'known-organisation' })
    })
  })

  test('the provider is asked only what a keep rule or the classifier needs', async () => {
    const ann = await newInbox()
    keepIndexIncomplete(ann)
    const asked: string[] = []
    const { hasUserSent, countKeptMessages } = ann.box
    ann.box.hasUserSent = (query) => {
      asked.push(...Object.keys(query))
      return hasUserSent.call(ann.box, query)
    }
    ann.box.countKeptMessages = (query) => {
      asked.push('countKeptMessages')
      return countKeptMessages.call(ann.box, query)
    }
    const askedFor = async (message: Parameters<typeof decisionOn>[0]) => {
      asked.length = 0
      await decisionOn(message, ann)
      return [...asked]
    }
    const headers = { References: '<first@x>' }
    expect(await askedFor({ from: ann.address, headers })).toEqual([])
    expect(await askedFor({ from: 'no-reply@vendor.example', headers })).toEqual([
      'toAddress',
      'rfcMessageIds',
    ])
    expect(await askedFor({})).toEqual(['toAddress', 'toDomain', 'countKeptMessages'])
    await completeIndex(ann)
    expect(await askedFor({ from: 'no-reply@vendor.example', headers })).toEqual([])
    expect(await askedFor({})).toEqual(['countKeptMessages'])
  })

  describe('a whitelisted domain', () => {
    const passed = 'mx.google.com; dmarc=pass (p=NONE) header.from=vendor.example'
    const withResults = (results: string) => ({ headers: { 'Authentication-Results': results } })

    async function newListing(options: Parameters<typeof newInbox>[0] = {}) {
      const ann = await newInbox(options)
      const entry = { userId: ann.userId, domain: 'vendor.example', addedAt: ctx.now() }
      await ctx.db.insert(whitelistDomains).values(entry)
      return ann
    }

    test('keeps the message if the provider itself reports that DMARC passed', async () => {
      expect(await decisionOn(withResults(passed), await newListing())).toMatchObject({
        reason: 'whitelisted',
      })
      const outlook = await newListing({ provider: 'microsoft' })
      const bare = 'spf=pass smtp.mailfrom=vendor.example; dmarc=pass header.from=vendor.example'
      expect(await decisionOn(withResults(bare), outlook)).toMatchObject({ reason: 'whitelisted' })
    })

    test.each([
      ['DMARC failed', passed.replace('dmarc=pass', 'dmarc=fail')],
      ['another server reports it', passed.replace('mx.google.com', 'mx.attacker.example')],
      ['there is no result', ''],
    ])('does not keep the message if %s', async (_case, results) => {
      expect(await decisionOn(withResults(results), await newListing())).toMatchObject({
        outcome: 'filter',
      })
    })

    test('needs Pro, and applies only to the user who listed it', async () => {
      const free = await newListing({ isPro: false })
      expect(await decisionOn(withResults(passed), free)).toMatchObject({ outcome: 'filter' })
      expect(await decisionOn(withResults(passed))).toMatchObject({ outcome: 'filter' })
    })
  })

  describe('the setting for recruiters', () => {
    const set = ({ userId }: FakeInbox, filterRecruiters: boolean) =>
      ctx.db.update(users).set({ filterRecruiters }).where(eq(users.id, userId))

    test('keeps their messages in the inbox with Pro, and has no effect without', async () => {
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

  test('without Pro only account numbers and similar secrets are redacted', async () => {
    const text = 'Write to kim@vendor.example or transfer to DE89 3704 0044 0532 0130 00 please.'
    expect(await decisionOn({ text }, await newInbox({ isPro: false }))).toMatchObject({
      redactions: { accountNumbers: 1 },
    })
    expect(await decisionOn({ text })).toMatchObject({
      redactions: { accountNumbers: 1, emails: 1 },
    })
  })

  test('in an observed mailbox messages are judged but not moved', async () => {
    const ann = await newInbox()
    await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, ann.id))
    const observed = await decisionOn({}, ann)
    expect(observed).toMatchObject({ outcome: 'observe', state: null, subject: 'Quick question' })
    expect(ann.inbox()).toEqual([observed?.providerMessageId])
  })

  test('a message stays if its mailbox becomes observe-only while it is judged', async () => {
    const ann = await newInbox()
    await sync(ann)
    const id = ann.receive()
    const { countKeptMessages } = ann.box
    ann.box.countKeptMessages = async (query) => {
      await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, ann.id))
      return countKeptMessages.call(ann.box, query)
    }
    await sync(ann)
    expect(ann.inbox()).toEqual([id])
    expect(await ann.decisions()).toMatchObject([
      { outcome: 'observe', state: null, reason: 'cold-outreach', mayReply: false },
    ])
    expect(await countsOf(ann)).toMatchObject([{ processed: 1, filtered: 0 }])
  })

  describe('a message of a blocked sender', () => {
    const kim = { from: 'kim@friend.example' }

    /** The user has written to Kim, and later reported Kim as spam. */
    async function newInboxWithKimBlocked() {
      const ann = await newInbox()
      await ctx.db.insert(senderReputations).values({
        userId: ann.userId,
        address: kim.from,
        reputation: 'blocked',
        setAt: ctx.now(),
        decisionId: randomUUID() as DecisionId,
      })
      ann.box.sentByUser.push({ to: [kim.from, 'diane@else.example'], rfcMessageId: '<sent@own>' })
      return ann
    }

    test.each([
      ['with any text', {}],
      ['with very little text', { text: 'Any thoughts?' }],
      ['with a contact of the user in Cc', { cc: ['diane@else.example'] }],
      ['as an invitation', { headers: { 'Content-Type': 'text/calendar; method=REQUEST' } }],
    ])('is set aside unjudged %s', async (_case, message) => {
      const seen = classifier.seen.length
      const ann = await newInboxWithKimBlocked()
      expect(await decisionOn({ ...kim, ...message }, ann)).toMatchObject({
        reason: 'blocked-sender',
        state: 'set-aside',
        senderAddress: kim.from,
        score: null,
        category: null,
        signals: [],
        mayReply: false,
      })
      expect(classifier.seen.length).toBe(seen)
    })

    test('stays if it answers a message of the user', async () => {
      const answer = { ...kim, headers: { 'In-Reply-To': '<sent@own>' } }
      expect(await decisionOn(answer, await newInboxWithKimBlocked())).toMatchObject({
        reason: 'reply',
      })
    })
  })

  describe('a message in the thread of a filtered one', () => {
    const threadId = 'thread-of-a-pitch'
    const bump = { threadId, text: 'Any thoughts?' }
    const followUp = { threadId, text: 'The fair in Hanover was a pleasure, as every year.' }

    /** One cold message is set aside; the next ones would stay if judged by their own text. */
    async function newInboxWithPitch() {
      const ann = await newInbox()
      world.judgeAll('cold')
      const filtered = await decisionOn({ threadId }, ann)
      world.judgeAll('ordinary')
      return { ann, filtered }
    }

    test('is set aside too, every time, without a score', async () => {
      const { ann } = await newInboxWithPitch()
      for (const message of [followUp, bump, followUp])
        expect(await decisionOn(message, ann)).toMatchObject({
          outcome: 'filter',
          reason: 'follow-up',
          state: 'set-aside',
          mayReply: false,
          score: null,
          signals: [],
        })
    })

    test('is only observed if the mailbox is observe-only', async () => {
      const { ann } = await newInboxWithPitch()
      const observed = { outcome: 'observe', state: null } as const
      await ctx.db.update(decisions).set(observed).where(eq(decisions.mailboxId, ann.id))
      await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, ann.id))
      for (const message of [followUp, bump])
        expect(await decisionOn(message, ann)).toMatchObject({ ...observed, reason: 'follow-up' })
    })

    test.each([
      ['comes from another sender', { ...followUp, from: 'kim@else.example' }],
      ['is in another thread', { ...followUp, threadId: 'thread-of-its-own' }],
    ])('is judged by its own text if it %s', async (_case, message) => {
      const { ann } = await newInboxWithPitch()
      expect(await decisionOn(message, ann)).toMatchObject({ reason: 'not-cold' })
    })

    test('is judged by its own text after the user has restored the earlier one, even without a sender reputation', async () => {
      const { ann, filtered } = await newInboxWithPitch()
      await decisionOn(followUp, ann)
      await ctx.db
        .update(decisions)
        .set({ state: 'restored' })
        .where(
          eq(decisions.providerMessageId, filtered?.providerMessageId ?? ('' as ProviderMessageId)),
        )
      expect(await decisionOn(followUp, ann)).toMatchObject({ reason: 'not-cold' })
      expect(await decisionOn(bump, ann)).toMatchObject({ reason: 'too-little-text' })
    })

    test('stays if it answers the user, or has a contact of the user in Cc', async () => {
      const { ann } = await newInboxWithPitch()
      ann.box.sentByUser.push({ to: ['diane@friend.example'], rfcMessageId: '<mine@own>' })
      const answer = { ...followUp, headers: { 'In-Reply-To': '<mine@own>' } }
      expect(await decisionOn(answer, ann)).toMatchObject({ reason: 'reply' })
      const introduced = { ...followUp, cc: ['diane@friend.example'] }
      expect(await decisionOn(introduced, ann)).toMatchObject({ reason: 'common-contact' })
    })

    test('is judged by its own text if the user now allows that category', async () => {
      const { ann } = await newInboxWithPitch()
      await ctx.db
        .update(decisions)
        .set({ category: 'recruiter' })
        .where(eq(decisions.mailboxId, ann.id))
      await ctx.db.update(users).set({ filterRecruiters: false }).where(eq(users.id, ann.userId))
      expect(await decisionOn(followUp, ann)).toMatchObject({ reason: 'not-cold' })
    })

    test.each([
      ['was only observed', { outcome: 'observe', state: null }],
      ['was gone before our move', { outcome: 'filter', state: 'gone' }],
      ['was put back', { outcome: 'filter', state: 'returned', restoredBy: 'user' }],
    ] as const)('is judged by itself if the earlier one %s', async (_case, before) => {
      const { ann } = await newInboxWithPitch()
      await ctx.db.update(decisions).set(before).where(eq(decisions.mailboxId, ann.id))
      expect(await decisionOn(followUp, ann)).toMatchObject({ reason: 'not-cold' })
      world.judgeAll('cold')
      expect(await decisionOn(followUp, ann)).toMatchObject({ reason: 'cold-outreach' })
    })

    test('is set aside if one of two earlier ones was put back, and the other was not', async () => {
      const { ann, filtered } = await newInboxWithPitch()
      await decisionOn(followUp, ann)
      const [later] = (await ann.decisions()).filter(({ id }) => id !== filtered?.id)
      await ctx.db
        .update(decisions)
        .set({ state: 'returned', restoredBy: 'user', category: 'sales' })
        .where(eq(decisions.id, later?.id ?? ('' as DecisionId)))
      expect(await decisionOn(followUp, ann)).toMatchObject({ reason: 'follow-up' })
    })

    describe('after our smart response', () => {
      async function newInboxWithReply(reply: { rfcMessageId?: string; state: 'sent' | 'unsent' }) {
        const { ann, filtered } = await newInboxWithPitch()
        await ctx.db.insert(smartReplies).values({
          userId: ann.userId,
          mailboxId: ann.id,
          decisionId: filtered?.id ?? null,
          sender: 'pat@vendor.example',
          organisation: 'vendor.example',
          claimedAt: ctx.now(),
          ...reply,
        })
        return { ann, pitch: filtered?.rfcMessageId ?? '' }
      }

      const answerWith = (references: string) => ({
        ...followUp,
        headers: { 'In-Reply-To': '<ours@own>', References: references },
      })

      test('is judged by its own text if it answers our reply', async () => {
        const { ann, pitch } = await newInboxWithReply({
          state: 'sent',
          rfcMessageId: '<ours@own>',
        })
        const answer = answerWith(`${pitch} <ours@own>`)
        expect(await decisionOn(answer, ann)).toMatchObject({ reason: 'not-cold' })
      })

      test('is judged by its own text even if the Message-ID of our reply is unknown', async () => {
        const { ann, pitch } = await newInboxWithReply({ state: 'sent' })
        const answer = answerWith(`${pitch} <ours@own>`)
        expect(await decisionOn(answer, ann)).toMatchObject({ reason: 'not-cold' })
      })

      test('is set aside if it refers only to messages of its sender', async () => {
        const { ann, pitch } = await newInboxWithReply({ state: 'sent' })
        const reminder = { ...followUp, headers: { 'In-Reply-To': pitch, References: pitch } }
        expect(await decisionOn(reminder, ann)).toMatchObject({ reason: 'follow-up' })
      })

      test('is set aside if our reply was never sent', async () => {
        const { ann, pitch } = await newInboxWithReply({ state: 'unsent' })
        const answer = answerWith(`${pitch} <ours@own>`)
        expect(await decisionOn(answer, ann)).toMatchObject({ reason: 'follow-up' })
      })
    })
  })

  test('the classifier receives the number of earlier messages of the sender', async () => {
    const ann = await newInbox()
    await decisionOn({}, ann)
    await decisionOn({}, ann)
    expect(classifier.seen.at(-1)?.facts.relationship).toMatchObject({ earlierMailFromSender: 1 })
  })

  test('messages that were set aside do not make a sender look familiar', async () => {
    const ann = await newInbox()
    for (let count = 0; count < 5; count++) await decisionOn({}, ann)
    expect(classifier.seen.at(-1)?.facts.relationship).toMatchObject({ earlierMailFromSender: 3 })
  })

  test('messages that stayed in the inbox make a sender look familiar', async () => {
    world.judgeAll('ordinary')
    const ann = await newInbox()
    for (let count = 0; count < 5; count++) await decisionOn({}, ann)
    expect(classifier.seen.at(-1)?.facts.relationship).toMatchObject({ earlierMailFromSender: 4 })
  })
})

describe('a message is not judged', () => {
  test.each(['junk', 'sent', 'draft', 'bin', 'elsewhere', 'set-aside'] as const)(
    'that has been moved to %s meanwhile',
    async (location) => {
      const ann = await newInbox()
      const id = await receiveAndSync(ann)
      ann.box.moveAsUser(id, location)
      const seen = classifier.seen.length
      await runJobsUntilIdle()
      expect(await ann.decisions()).toMatchObject([{ outcome: 'keep', reason: 'not-in-inbox' }])
      expect(classifier.seen.length).toBe(seen)
    },
  )

  test.each([
    ['that is gone', 'gone', 'gone'],
    ['that is too large', 'too-large', 'could-not-be-checked'],
    ['that the provider refuses to show', 'refused', 'could-not-be-checked'],
  ] as const)('%s', async (_case, failure, reason) => {
    const ann = await newInbox()
    const [id] = [await receiveAndSync(ann), ann.receive(), ann.receive()]
    failToLoad(ann, id, failure)
    await runJobsUntilIdle()
    await sync(ann)
    expect(
      (await ann.decisions()).map((one) => [one.providerMessageId === id, one.outcome]),
    ).toEqual(
      expect.arrayContaining([
        [true, 'keep'],
        [false, 'filter'],
        [false, 'filter'],
      ]),
    )
    expect(await ann.decisions()).toContainEqual(
      expect.objectContaining({ providerMessageId: id, reason, receivedAt: null }),
    )
  })
})

test('an old message that appears as a new arrival stays: the user moved it there', async () => {
  const ann = await newInbox()
  const old = { receivedAt: new Date(ctx.now().getTime() - 31 * dayMs) }
  expect(await decisionOn(old, ann)).toMatchObject({ outcome: 'filter' })
  expect(await decisionOn(old, ann)).toMatchObject({ outcome: 'keep', reason: 'long-there' })
  expect(await decisionOn({}, ann)).toMatchObject({ outcome: 'filter' })
})

test('a message from before the connection that appears as a new arrival stays', async () => {
  const ann = await newInbox()
  await sync(ann)
  const connectedAt = new Date(ctx.now().getTime() - dayMs)
  await ctx.db.update(mailboxes).set({ createdAt: connectedAt }).where(eq(mailboxes.id, ann.id))
  const before = { receivedAt: new Date(connectedAt.getTime() - 2 * hourMs) }
  expect(await decisionOn(before, ann)).toMatchObject({ outcome: 'keep', reason: 'from-before' })
  expect(await decisionOn({ receivedAt: connectedAt }, ann)).toMatchObject({ outcome: 'filter' })
})

test.each([null, 'undisclosed', 'pat@'])(
  'a message whose sender cannot be read (%s) stays',
  async (from) => {
    expect(await decisionOn({ from })).toMatchObject({ outcome: 'keep', reason: 'no-sender' })
  },
)

describe('while the index of correspondents is incomplete, and the search is not reliable', () => {
  async function newLearner() {
    const ann = await newInbox({ provider: 'microsoft' })
    ann.box.isSearchReliable = false
    keepIndexIncomplete(ann)
    return ann
  }
  const countStarts = async ({ id }: FakeInbox) =>
    (await ctx.db.select().from(undecidedMessages).where(eq(undecidedMessages.mailboxId, id))).map(
      ({ startCount }) => startCount,
    )

  test('a message waits, unjudged, and is decided when the index is complete', async () => {
    const ann = await newLearner()
    ann.box.sentByUser.push({ to: ['diane@friend.example'], rfcMessageId: '<mine@own>' })
    const seen = classifier.seen.length
    const friends = [
      ann.receive({ from: 'diane@friend.example' }),
      ann.receive({ from: 'sam@else.example', headers: { References: '<mine@own>' } }),
      ann.receive({ from: 'eve@else.example', cc: ['diane@friend.example'] }),
    ]
    const cold = ann.receive({ from: 'pat@vendor.example' })
    await sync(ann)
    for (let tries = 0; tries < 5; tries += 1) {
      await world.makeRetriesDue()
      await runJobsUntilIdle()
    }
    expect(await ann.decisions()).toEqual([])
    // Only the first start counts: a wait for the index takes its start back.
    expect(await countStarts(ann)).toEqual([1, 1, 1, 1])
    expect(classifier.seen.length).toBe(seen)
    await completeIndex(ann)
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(ann.inbox().sort()).toEqual(friends.sort())
    const reasons = (await ann.decisions()).map(({ reason }) => reason).sort()
    expect(reasons).toEqual(['cold-outreach', 'common-contact', 'known-contact', 'reply'])
    expect(ann.box.messages.get(cold)?.location).toBe('set-aside')
  })

  test('the sender whom the index knows already is a known contact at once', async () => {
    const ann = await newLearner()
    await sync(ann)
    ann.box.sentByUser.push({ to: ['diane@friend.example'], rfcMessageId: '<mine@own>' })
    const message = { from: 'diane@friend.example' }
    expect(await decisionOn(message, ann)).toMatchObject({ reason: 'known-contact' })
  })

  test('a rule that needs no correspondents keeps a message at once', async () => {
    const ann = await newLearner()
    const message = { from: 'no-reply@vendor.example' }
    expect(await decisionOn(message, ann)).toMatchObject({ reason: 'service-notification' })
  })

  test.each([
    ['a blocked sender', { References: '<first@x>' }, 'blocked'],
    ['a stranger', {}, null],
  ] as const)('a message of %s stays after an hour', async (_case, headers, reputation) => {
    const ann = await newLearner()
    if (reputation)
      await ctx.db.insert(senderReputations).values({
        userId: ann.userId,
        address: 'pat@vendor.example',
        reputation,
        setAt: ctx.now(),
        decisionId: randomUUID() as DecisionId,
      })
    const id = ann.receive({ headers })
    await sync(ann)
    world.advance(59 * minuteMs)
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(await ann.decisions()).toEqual([])
    world.advance(minuteMs)
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([{ outcome: 'keep', reason: 'index-incomplete' }])
    expect(ann.inbox()).toEqual([id])
  })

  test('a key that no longer opens is replaced, and the friend is known again', async () => {
    const ann = await newInbox({ provider: 'microsoft' })
    ann.box.isSearchReliable = false
    ann.box.sentByUser.push({ to: ['diane@friend.example'], rfcMessageId: '<mine@own>' })
    await sync(ann)
    await ctx.db
      .update(correspondentIndexes)
      .set({ hashKey: 'sealed with a key that is lost' })
      .where(eq(correspondentIndexes.mailboxId, ann.id))
    const id = ann.receive({ from: 'diane@friend.example' })
    await sync(ann)
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([
      { providerMessageId: id, reason: 'known-contact' },
    ])
  })
})

describe('a message that the user moved to the inbox', () => {
  test.each(['junk', 'elsewhere', 'bin'] as const)('from %s stays there', async (location) => {
    const ann = await newInbox()
    await sync(ann)
    const id = ann.receive({ location })
    await sync(ann)
    ann.box.moveAsUser(id, 'inbox')
    await sync(ann)
    await sync(ann)
    expect(ann.inbox()).toEqual([id])
    expect(await ann.decisions()).toMatchObject([
      { outcome: 'keep', reason: 'moved-to-inbox', senderAddress: null },
    ])
  })

  test('stays there although its sender is blocked', async () => {
    const ann = await newInbox()
    await sync(ann)
    const blocked = { userId: ann.userId, address: 'pat@vendor.example', setAt: ctx.now() }
    const decisionId = randomUUID() as DecisionId
    await ctx.db.insert(senderReputations).values({ ...blocked, decisionId, reputation: 'blocked' })
    const id = ann.receive({ location: 'junk' })
    ann.box.moveAsUser(id, 'inbox')
    await sync(ann)
    expect(ann.inbox()).toEqual([id])
  })

  test('stays there if the provider notes that it was delivered elsewhere', async () => {
    const ann = await newInbox()
    const id = ann.receive()
    const received = await ann.box.loadMessage(id)
    ann.box.messages.set(id, { ...received, wasDeliveredElsewhere: true })
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ reason: 'moved-to-inbox' }])
  })

  test('before it was screened stays there', async () => {
    const ann = await newInbox()
    await sync(ann)
    const id = ann.receive()
    await world.leaveSyncUnfinished(ann)
    await syncMailbox(ctx, { mailboxId: ann.id })
    ann.box.moveAsUser(id, 'elsewhere')
    ann.box.moveAsUser(id, 'inbox')
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ reason: 'moved-to-inbox' }])
  })

  test.each(['together', 'alone'] as const)('while it was judged %s stays there', async (way) => {
    const ann = await newInbox()
    await sync(ann)
    const id = ann.receive()
    const { countKeptMessages } = ann.box
    ann.box.countKeptMessages = async (query) => {
      ann.box.moveAsUser(id, 'elsewhere')
      ann.box.moveAsUser(id, 'inbox')
      await syncMailbox(ctx, { mailboxId: ann.id })
      return countKeptMessages.call(ann.box, query)
    }
    if (way === 'alone') await world.leaveSyncUnfinished(ann)
    await sync(ann)
    expect(ann.inbox()).toEqual([id])
    expect(await ann.decisions()).toMatchObject([{ outcome: 'keep', reason: 'moved-to-inbox' }])
  })
})

describe('a provider', () => {
  test('that fails once at the search for the sender does not make the sender a stranger', async () => {
    const ann = await newInbox()
    ann.box.sentByUser.push({ to: ['pat@gmail.com'], rfcMessageId: '<sent@own>' })
    const providerMessageId = await receiveAndSync(ann, { from: 'pat@gmail.com' })
    ann.box.hasUserSent = () => {
      Reflect.deleteProperty(ann.box, 'hasUserSent')
      return Promise.reject(new MailError('unavailable', 'test'))
    }
    await expect(screenMessage(ctx, { mailboxId: ann.id, providerMessageId })).rejects.toThrow()
    expect(await ann.decisions()).toEqual([])
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([{ reason: 'known-contact' }])
    expect(ann.inbox()).toEqual([providerMessageId])
  })

  test.each(['unavailable', 'rate-limited'] as const)(
    'that is %s only delays the decision',
    async (failure) => {
      const ann = await newInbox()
      const providerMessageId = await receiveAndSync(ann)
      for (let tries = 0; tries < 5; tries += 1) {
        ann.box.failNextWith = new MailError(failure, 'test')
        await expect(screenMessage(ctx, { mailboxId: ann.id, providerMessageId })).rejects.toThrow()
      }
      expect(await ann.decisions()).toEqual([])
      expect(ann.inbox()).toEqual([providerMessageId])
      await runJobsUntilIdle()
      expect(await ann.decisions()).toMatchObject([{ outcome: 'filter', state: 'set-aside' }])
    },
  )

  test.each(['hasUserSent', 'countKeptMessages'] as const)(
    'that fails at %s delays the decision instead of guessing',
    async (call) => {
      const ann = await newInbox()
      const providerMessageId = await receiveAndSync(ann)
      const fail = () => Promise.reject(new MailError('unavailable', 'test'))
      Object.assign(ann.box, { [call]: fail })
      await expect(screenMessage(ctx, { mailboxId: ann.id, providerMessageId })).rejects.toThrow()
      expect(await ann.decisions()).toEqual([])
      Reflect.deleteProperty(ann.box, call)
      await runJobsUntilIdle()
      expect(await ann.decisions()).toHaveLength(1)
    },
  )

  test('that revokes access at one message is not called for the next ones', async () => {
    const ann = await newInbox()
    for (let count = 0; count < 5; count += 1) ann.receive()
    await syncMailbox(ctx, { mailboxId: ann.id })
    world.mail.failures.set(ann.grantId, new MailError('access-revoked', 'test'))
    const countOpened = () => world.mail.opened.filter((id) => id === ann.grantId).length
    const before = countOpened()
    await runJobsUntilIdle()
    // At most once for all of them together, and once for the first one alone.
    expect(countOpened() - before).toBeLessThanOrEqual(2)
    expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
  })
})

describe('a message that crashes the screening', () => {
  test('three times is kept unchecked, and other messages are not affected', async () => {
    const ann = await newInbox()
    const providerMessageId = await receiveAndSync(ann)
    for (let crashes = 0; crashes < 3; crashes += 1) {
      classifier.failNextWith = new Error('killed')
      await expect(screenMessage(ctx, { mailboxId: ann.id, providerMessageId })).rejects.toThrow(
        'killed',
      )
    }
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([{ reason: 'could-not-be-checked' }])
    expect(ann.inbox()).toEqual([providerMessageId])
    expect(await decisionOn({}, ann)).toMatchObject({ outcome: 'filter' })
  })

  test('twice is judged by the third attempt', async () => {
    const ann = await newInbox()
    const providerMessageId = await receiveAndSync(ann)
    for (let crashes = 0; crashes < 2; crashes += 1) {
      classifier.failNextWith = new Error('killed')
      await expect(screenMessage(ctx, { mailboxId: ann.id, providerMessageId })).rejects.toThrow(
        'killed',
      )
    }
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([{ outcome: 'filter' }])
  })
})

test('a decision, its jobs and its counts are committed together or not at all', async () => {
  const ann = await newInbox()
  const providerMessageId = await receiveAndSync(ann)
  const broken: Context = {
    ...ctx,
    jobs: { ...ctx.jobs, enqueue: () => Promise.reject(new Error('killed')) },
  }
  await expect(screenMessage(broken, { mailboxId: ann.id, providerMessageId })).rejects.toThrow(
    'killed',
  )
  expect(await ann.decisions()).toEqual([])
  expect(await countsOf(ann)).toEqual([])
  expect(await ctx.db.$count(undecidedMessages, eq(undecidedMessages.mailboxId, ann.id))).toBe(1)
  await runJobsUntilIdle()
  expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
  expect(await countsOf(ann)).toMatchObject([{ processed: 1, filtered: 1 }])
})

test('no decision is stored for a mailbox that is disconnected during the screening', async () => {
  const ann = await newInbox()
  const providerMessageId = await receiveAndSync(ann)
  const loadMessage = ann.box.loadMessage.bind(ann.box)
  ann.box.loadMessage = async (id) => {
    const received = await loadMessage(id)
    await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
    return received
  }
  await screenMessage(ctx, { mailboxId: ann.id, providerMessageId })
  await runJobsUntilIdle()
  expect(await ann.decisions()).toEqual([])
})

test('after 30 days the decision on a kept message is deleted, that on a filtered one is not', async () => {
  const ann = await newInbox()
  await decisionOn({}, ann)
  world.judgeAll('ordinary')
  await decisionOn({ from: 'carla@customer.example' }, ann)
  await ctx.db
    .update(decisions)
    .set({ decidedAt: new Date(ctx.now().getTime() - 31 * dayMs) })
    .where(eq(decisions.mailboxId, ann.id))
  await ctx.jobs.enqueue(ctx.db, deleteExpiredJob, {})
  await runJobsUntilIdle()
  expect(await ann.decisions()).toMatchObject([{ outcome: 'filter' }])
})

test('a message from an alias of the user is kept', async () => {
  const ann = await newInbox()
  const from = 'ann@alias.example'
  await ctx.db
    .update(mailboxes)
    .set({ ownAddresses: [from], ownAddressesLoadedAt: ctx.now() })
    .where(eq(mailboxes.id, ann.id))
  expect(await decisionOn({ from }, ann)).toMatchObject({ outcome: 'keep', reason: 'own-address' })
})

test('no text of a body is stored or logged', async () => {
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
  await syncMailbox(ctx, { mailboxId: ann.id })
  classifier.failNextWith = new Error(text)
  world.expectError('job-failed')
  await runJobsUntilIdle()
  expect(await countUndecided(failing)).toBe(1)

  const dump = `${await dumpTables(ctx.db)}${world.logs.join('')}`
  expect(dump).toContain('pat@vendor.example')
  expect(dump).toContain(failing)
  for (const word of [...canary.split(' '), 'canary.bird', 'hidden.example'])
    expect(dump).not.toContain(word)
  expect(classifier.seen.at(-1)?.text).toContain(canary)
  expect(classifier.seen.at(-1)?.text).not.toContain(hidden)
})

/** The provider fails whenever it is asked for this message. */
function failToLoad(
  { box }: FakeInbox,
  id: ProviderMessageId,
  failure: 'gone' | 'too-large' | 'refused',
): void {
  const { loadMessage, loadMessages } = box
  const error = new MailError(failure, 'test')
  box.loadMessage = (one) => (one === id ? Promise.reject(error) : loadMessage.call(box, one))
  box.loadMessages = async (ids) => {
    const loaded = new Map(await loadMessages.call(box, ids))
    if (loaded.has(id)) loaded.set(id, error)
    return loaded
  }
}

/** A message that a sync has found and that waits to be screened. */
async function receiveAndSync(
  ann: FakeInbox,
  message: FakeMessage = {},
): Promise<ProviderMessageId> {
  const id = ann.receive(message)
  await syncMailbox(ctx, { mailboxId: ann.id })
  return id
}

const countsOf = ({ id }: FakeInbox) =>
  ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, id))

const countUndecided = (providerMessageId: ProviderMessageId) =>
  ctx.db.$count(undecidedMessages, eq(undecidedMessages.providerMessageId, providerMessageId))
