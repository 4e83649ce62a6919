import { certainPitch } from '@doorman/classifier/testing/fake-classifier'
import { mailboxes, smartReplies, whitelistDomains } from '@doorman/db/schema'
import { thresholds } from '@doorman/domain/screening/thresholds'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { actorOf } from '../../testing/fake-filtered-emails.ts'
import { openFakePipeline, type FakeInbox, type FakeMessage } from '../../testing/fake-pipeline.ts'
import { newReplyingInbox, withDmarcPass } from '../../testing/fake-replies.ts'
import { takeAction } from '../../user-actions/take-action.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync } = world

beforeEach(() => world.judgeAll('cold'))

const author = 'dale@vendor.example'

const formOf = ({ address }: FakeInbox) => `wordpress@${address.split('@')[1]}`

/** The message that the form on the user's site sends for a visitor. */
function submission(ann: FakeInbox, changes: FakeMessage & { readonly typed?: string } = {}) {
  const { typed = author, ...rest } = changes
  return {
    from: formOf(ann),
    subject: 'New message from your contact form',
    text: `Name: Dale Kirchner\nEmail: ${typed}\n\nMessage:\nWe put companies like yours on page one of Google.`,
    ...rest,
  }
}

async function decisionOn(ann: FakeInbox, message: FakeMessage) {
  const id = ann.receive(message)
  await sync(ann)
  return (await ann.decisions()).find(({ providerMessageId }) => providerMessageId === id)
}

describe.each(['together', 'alone'] as const)('a contact-form message, screened %s', (way) => {
  beforeEach(() => world.screen(way))

  test('is filtered, and its sender is the author', async () => {
    const ann = await newInbox()
    expect(await decisionOn(ann, submission(ann))).toMatchObject({
      outcome: 'filter',
      reason: 'cold-outreach',
      senderName: 'Dale Kirchner',
      senderAddress: author,
      subject: 'New message from your contact form',
      signals: ['contact-form', 'asks-for-a-call'],
    })
  })

  test('stays if it is not certainly cold', async () => {
    world.classifier.verdict = { ...certainPitch, score: thresholds.sales.filter }
    const ann = await newInbox()
    expect(await decisionOn(ann, submission(ann))).toMatchObject({ reason: 'contact-form' })
  })

  test.each([
    [
      'stays if a form from outside names a known author in Reply-To, too',
      { replyTo: author },
      'known-contact',
    ],
    [
      'is judged if a form from outside names a known author but Reply-To doesn’t',
      {},
      'cold-outreach',
    ],
  ])('%s', async (_case, changes, reason) => {
    const ann = await newInbox()
    ann.box.sentByUser.push({ to: [author], rfcMessageId: '<sent@own>' })
    const message = submission(ann, { from: 'no-reply@formrelay.example', ...changes })
    expect(await decisionOn(ann, message)).toMatchObject({ reason })
  })

  test('is not kept because of the form server’s Auto-Submitted or Return-Path headers', async () => {
    const ann = await newInbox()
    const headers = { 'Auto-Submitted': 'auto-notified', 'Return-Path': '<>' }
    const message = submission(ann, { from: 'no-reply@formrelay.example', headers })
    expect(await decisionOn(ann, message)).toMatchObject({ outcome: 'filter' })
  })

  test('stays if the user has written to the author', async () => {
    const ann = await newInbox()
    ann.box.sentByUser.push({ to: [author], rfcMessageId: '<sent@own>' })
    expect(await decisionOn(ann, submission(ann))).toMatchObject({ reason: 'known-contact' })
  })

  test('stays if it doesn’t look cold', async () => {
    world.judgeAll('ordinary')
    const ann = await newInbox()
    expect(await decisionOn(ann, submission(ann))).toMatchObject({ reason: 'not-cold' })
  })

  test('is not whitelisted by the form’s or the author’s domain', async () => {
    const ann = await newInbox()
    const addedAt = ctx.now()
    for (const domain of ['formrelay.example', 'vendor.example'])
      await ctx.db.insert(whitelistDomains).values({ userId: ann.userId, domain, addedAt })
    const message = withDmarcPass(submission(ann, { from: 'forms@formrelay.example' }))
    expect(await decisionOn(ann, message)).toMatchObject({ outcome: 'filter' })
  })
})

describe('an action on a contact-form message', () => {
  async function takeActionOn(ann: FakeInbox, action: 'restore' | 'report-spam') {
    const decision = await decisionOn(ann, submission(ann))
    if (!decision) throw new Error('Not decided')
    await takeAction(ctx, actorOf(ann), { ids: [decision.id], action })
    return decision
  }

  test('reporting one pitch blocks its author, and no other visitor', async () => {
    const ann = await newInbox()
    await takeActionOn(ann, 'report-spam')
    expect(await ann.reputationOf(author)).toBe('blocked')
    expect(await ann.reputationOf(formOf(ann))).toBeUndefined()
    world.judgeAll('ordinary')
    const customer = submission(ann, { typed: 'erin@customer.example' })
    expect(await decisionOn(ann, customer)).toMatchObject({ reason: 'not-cold' })
    expect(await decisionOn(ann, submission(ann))).toMatchObject({ reason: 'blocked-sender' })
    const direct = await decisionOn(ann, { from: author })
    expect(direct).toMatchObject({ reason: 'blocked-sender' })
  })

  test.each([
    ['judged', 'cold-outreach', false],
    ['observed', 'cold-outreach', true],
    ['from a blocked author', 'blocked-sender', false],
  ] as const)(
    'a reported message (%s) is set aside and not moved to junk',
    async (_case, reason, isObserveOnly) => {
      const ann = await newInbox()
      if (reason === 'blocked-sender') await takeActionOn(ann, 'report-spam')
      await ctx.db.update(mailboxes).set({ isObserveOnly }).where(eq(mailboxes.id, ann.id))
      const decision = await takeActionOn(ann, 'report-spam')
      expect(decision).toMatchObject({ reason, viaContactForm: true })
      await world.runJobsUntilIdle()
      const { location } = await ann.box.loadMessage(decision.providerMessageId)
      expect(location).toBe('set-aside')
    },
  )

  test('restoring one trusts its author, and no other visitor', async () => {
    const ann = await newInbox()
    await takeActionOn(ann, 'restore')
    expect(await decisionOn(ann, submission(ann))).toMatchObject({ reason: 'restored-sender' })
    const other = submission(ann, { typed: 'sam@agency.example' })
    expect(await decisionOn(ann, other)).toMatchObject({ outcome: 'filter' })
  })
})

test('if a provider threads all submissions together, an author’s second pitch is a follow-up and another visitor’s message is not', async () => {
  const ann = await newInbox()
  const threadId = 'submissions'
  await decisionOn(ann, submission(ann, { threadId }))
  world.judgeAll('ordinary')
  const again = await decisionOn(ann, submission(ann, { threadId }))
  expect(again).toMatchObject({ outcome: 'filter', reason: 'follow-up' })
  const other = submission(ann, { threadId, typed: 'erin@customer.example' })
  expect(await decisionOn(ann, other)).toMatchObject({ outcome: 'keep', reason: 'not-cold' })
})

test.each([
  ['in Reply-To', { replyTo: author }],
  ['in the form alone', {}],
])('an author %s gets no smart response', async (_case, changes) => {
  const ann = await newReplyingInbox(world)
  const message = submission(ann, { from: 'forms@formrelay.example', ...changes })
  const decision = await decisionOn(ann, withDmarcPass(message))
  expect(decision).toMatchObject({ outcome: 'filter', state: 'set-aside', mayReply: false })
  expect(ann.box.sentReplies).toEqual([])
  expect(await ctx.db.$count(smartReplies, eq(smartReplies.userId, ann.userId))).toBe(0)
})
