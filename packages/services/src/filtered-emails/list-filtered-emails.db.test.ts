import { decisions, smartReplies, users } from '@doorman/db/schema'
import type { DecisionId, MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { certainScore } from '@doorman/domain/screening/certainty'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { actorOf } from '../testing/fake-filtered-emails.ts'
import { listFilteredEmails } from './list-filtered-emails.ts'

const { ctx, newInbox } = await openFakePipeline()

type Row = Partial<typeof decisions.$inferInsert>
let rows = 0

/** Decided long ago, received one minute apart. `row` overrides the defaults. */
async function add({ id: mailboxId }: FakeInbox, ...overrides: Row[]): Promise<void> {
  await ctx.db.insert(decisions).values(
    overrides.map((row) => ({
      mailboxId,
      providerMessageId: `message-${(rows += 1)}` as ProviderMessageId,
      outcome: 'filter' as const,
      reason: 'cold-outreach',
      decidedAt: new Date('2026-01-01'),
      receivedAt: new Date(Date.parse('2026-01-01') + rows * 60_000),
      subject: 'Quick question',
      senderName: 'Pat',
      senderAddress: 'pat@vendor.example',
      category: 'sales' as const,
      score: 0.99,
      state: 'set-aside' as const,
      movedAt: new Date('2026-01-01'),
      ...row,
    })),
  )
}

const observed = { outcome: 'observe', state: null, movedAt: null } as const
const filteredForSender = { reason: 'blocked-sender', category: null, score: null } as const

const list = (inbox: FakeInbox, query: Partial<Parameters<typeof listFilteredEmails>[2]> = {}) =>
  listFilteredEmails(ctx, actorOf(inbox), { limit: 100, ...query })
const subjectsOf = async (...query: Parameters<typeof list>) =>
  (await list(...query)).map(({ subject }) => subject)

test('emails of all mailboxes are listed by time of receipt, newest first', async () => {
  const ann = await newInbox()
  const second = await newInbox({ provider: 'microsoft', of: ann })
  await add(ann, { subject: 'one' })
  await add(second, { subject: 'two' })
  await add(ann, { subject: 'three' }, { subject: 'before', receivedAt: new Date('2025-12-01') })
  expect(await list(ann)).toMatchObject([
    { subject: 'three', provider: 'gmail' },
    { subject: 'two', provider: 'microsoft' },
    { subject: 'one', provider: 'gmail' },
    { subject: 'before', provider: 'gmail' },
  ])
})

test('the account filter selects one mailbox, if it belongs to the user', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const second = await newInbox({ of: ann })
  await add(ann, { subject: 'one' })
  await add(second, { subject: 'two' })
  await add(bob, { subject: 'his' })
  expect(await subjectsOf(ann, { accountId: second.id })).toEqual(['two'])
  expect(await subjectsOf(ann, { accountId: bob.id })).toEqual([])
  expect(await subjectsOf(ann, { accountId: randomUUID() as MailboxId })).toEqual([])
})

test('observed messages are listed, kept ones are not', async () => {
  const ann = await newInbox()
  await add(ann, { subject: 'observed', ...observed })
  await ctx.db.insert(decisions).values({
    mailboxId: ann.id,
    providerMessageId: 'kept' as ProviderMessageId,
    outcome: 'keep',
    reason: 'not-cold',
    decidedAt: new Date('2026-01-01'),
  })
  expect(await subjectsOf(ann)).toEqual(['observed'])
})

test('a reply that was sent is shown, and so is one that bounced', async () => {
  const ann = await newInbox()
  const states = ['sent', 'bounced', 'claimed', 'unsent'] as const
  await add(ann, ...states.map((subject) => ({ subject })))
  const claimedAt = new Date('2026-03-04T05:06:07Z')
  const replies = (await list(ann)).map(({ id: decisionId, mailboxId, subject }) => ({
    userId: ann.userId,
    mailboxId,
    decisionId,
    sender: 'pat@vendor.example',
    organisation: 'vendor.example',
    claimedAt,
    rfcMessageId: `<${decisionId}@ann.example>`,
    state: states.find((state) => state === subject),
  }))
  await ctx.db.insert(smartReplies).values(replies)
  await add(ann, { subject: 'no reply' })
  expect(await list(ann)).toMatchObject([
    { subject: 'no reply', repliedAt: null },
    { subject: 'unsent', repliedAt: null },
    { subject: 'claimed', repliedAt: null },
    { subject: 'bounced', repliedAt: claimedAt, replyState: 'bounced' },
    { subject: 'sent', repliedAt: claimedAt, replyState: 'sent' },
  ])
})

describe('pagination', () => {
  test('lists each email once, also those received at the same moment in several mailboxes', async () => {
    const ann = await newInbox()
    const boxes = [ann, await newInbox({ of: ann }), await newInbox({ of: ann })]
    const receivedAt = new Date('2026-02-02')
    for (const box of boxes)
      await add(box, ...Array.from({ length: 7 }, () => ({ receivedAt })), {}, {})
    const seen: DecisionId[] = []
    for (let page = 0; page < 6; page++) {
      const emails = await list(ann, { limit: 5, cursor: seen.at(-1) })
      seen.push(...emails.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(27)
    expect(seen).toHaveLength(27)
    expect(seen).toEqual((await list(ann)).map(({ id }) => id))
    expect(await list(ann, { cursor: seen.at(-1) })).toEqual([])
  })

  test('gives an empty page after an unknown email or another user’s', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await add(ann, {}, {})
    await add(bob, { receivedAt: new Date('2027-01-01') })
    const [his] = await list(bob)
    expect(await list(ann, { cursor: randomUUID() as DecisionId })).toEqual([])
    expect(await list(ann, { cursor: his?.id })).toEqual([])
  })
})

describe('search', () => {
  const emails = [
    { subject: 'Quick Question', senderName: 'Pat Vendor', senderAddress: 'pat@vendor.example' },
    { subject: '100% off_line', senderName: 'Änne Groß', senderAddress: 'aenne@gross.example' },
    { subject: 'a\\b', senderName: null, senderAddress: null },
  ]

  test.each([
    ['question', ['Quick Question']],
    ['  QUICK  ', ['Quick Question']],
    ['PAT VENDOR', ['Quick Question']],
    ['@vendor.ex', ['Quick Question']],
    ['änne', ['100% off_line']],
    ['ÄNNE GROß', ['100% off_line']],
    ['100%', ['100% off_line']],
    ['%', ['100% off_line']],
    ['_', ['100% off_line']],
    ['\\', ['a\\b']],
    ['   ', ['a\\b', '100% off_line', 'Quick Question']],
    ['nothing of the kind', []],
    ["'; drop table decisions; --", []],
  ])('%j finds %j', async (search, subjects) => {
    const ann = await newInbox()
    await add(ann, ...emails)
    expect(await subjectsOf(ann, { search })).toEqual(subjects)
  })

  test('combines with the account filter', async () => {
    const ann = await newInbox()
    const second = await newInbox({ of: ann })
    await add(ann, { subject: 'Alpha' })
    await add(second, { subject: 'Alpha 2' }, { subject: 'Beta' })
    expect(await subjectsOf(ann, { search: 'alpha', accountId: second.id })).toEqual(['Alpha 2'])
  })
})

describe('filters', () => {
  test('the kind “other” includes emails that were filtered without being judged', async () => {
    const ann = await newInbox()
    await add(
      ann,
      { subject: 'sales' },
      { subject: 'recruiter', category: 'recruiter' },
      { subject: 'other', category: 'other' },
      { subject: 'blocked', ...filteredForSender },
    )
    expect(await subjectsOf(ann, { kind: 'recruiter' })).toEqual(['recruiter'])
    expect(await subjectsOf(ann, { kind: 'other' })).toEqual(['blocked', 'other'])
  })

  test('days begin and end at midnight in the user’s time zone, even when the clock changes', async () => {
    const ann = await newInbox()
    await ctx.db.update(users).set({ timeZone: 'America/New_York' }).where(eq(users.id, ann.userId))
    // Summer time ends on November 1, 2026: that day has 25 hours.
    const times = [
      '2026-11-01T03:59:59Z',
      '2026-11-01T04:00Z',
      '2026-11-02T04:59:59Z',
      '2026-11-02T05:00Z',
    ]
    await add(ann, ...times.map((at) => ({ subject: at, receivedAt: new Date(at) })))
    const [before, first, last, after] = times
    expect(await subjectsOf(ann, { since: '2026-11-01' })).toEqual([after, last, first])
    expect(await subjectsOf(ann, { until: '2026-11-01' })).toEqual([last, first, before])
    const day = { since: '2026-11-01', until: '2026-11-01' }
    expect(await subjectsOf(ann, day)).toEqual([last, first])
    expect(await subjectsOf(ann, { since: '2026-11-02', until: '2026-11-01' })).toEqual([])
    expect(await subjectsOf(ann, { until: '9999-12-31', since: '1000-01-01' })).toHaveLength(4)
  })

  test('low certainty is below the certain score; emails without a score are certain', async () => {
    const ann = await newInbox()
    await add(
      ann,
      { subject: 'low', score: certainScore - 0.001 },
      { subject: 'at the limit', score: certainScore },
      { subject: 'blocked', ...filteredForSender },
    )
    expect(await subjectsOf(ann, { certainty: 'low' })).toEqual(['low'])
    expect(await subjectsOf(ann, { certainty: 'high' })).toEqual(['blocked', 'at the limit'])
  })

  test('would-move, filtered and restored divide all emails, and spam is a part of filtered', async () => {
    const ann = await newInbox()
    await add(
      ann,
      { subject: 'would move', ...observed },
      { subject: 'kept by the user', ...observed, state: 'restored' },
      { subject: 'pending', state: 'pending', movedAt: null },
      { subject: 'set aside' },
      { subject: 'gone', state: 'gone' },
      { subject: 'restored', state: 'restored', restoredBy: 'user' },
      { subject: 'appeal', state: 'restored', restoredBy: 'sender' },
      { subject: 'put back', state: 'returned', restoredBy: 'user' },
      { subject: 'restored, then deleted', state: 'gone', restoredBy: 'user' },
      { subject: 'spam', state: 'spam' },
    )
    expect(await subjectsOf(ann, { state: 'would-move' })).toEqual(['would move'])
    expect(await subjectsOf(ann, { state: 'filtered' })).toEqual([
      'spam',
      'gone',
      'set aside',
      'pending',
    ])
    expect(await subjectsOf(ann, { state: 'restored' })).toEqual([
      'restored, then deleted',
      'put back',
      'appeal',
      'restored',
      'kept by the user',
    ])
    expect(await subjectsOf(ann, { state: 'spam' })).toEqual(['spam'])
  })

  test('all apply together', async () => {
    const ann = await newInbox()
    const second = await newInbox({ of: ann })
    const right = { subject: 'Right', category: 'investor', score: 0.93, ...observed } as const
    await add(second, right, { ...right, category: 'sales' }, { ...right, score: 0.99 })
    await add(second, { ...right, receivedAt: new Date('2025-01-01') }, { ...right, subject: 'No' })
    await add(second, { ...right, state: 'restored' })
    await add(ann, right)
    const query = {
      search: 'right',
      accountId: second.id,
      kind: 'investor',
      since: '2026-01-01',
      until: '2026-12-31',
      certainty: 'low',
      state: 'would-move',
    } as const
    expect(await list(ann, query)).toMatchObject([right])
  })
})

describe('least certain first', () => {
  test('emails without a score come last, and the cursor reaches each email once', async () => {
    const ann = await newInbox()
    const second = await newInbox({ of: ann })
    for (const box of [ann, second])
      await add(
        box,
        { score: 0.99 },
        { score: 0.93 },
        { score: 0.93 },
        { score: 1 },
        filteredForSender,
        filteredForSender,
      )
    const order = 'least-certain'
    const seen: (number | null)[] = []
    const ids: DecisionId[] = []
    for (let page = 0; page < 5; page++)
      for (const email of await list(ann, { order, limit: 3, cursor: ids.at(-1) })) {
        ids.push(email.id)
        seen.push(email.score)
      }
    const scores = [0.93, 0.93, 0.93, 0.93, 0.99, 0.99, 1, 1, null, null, null, null]
    expect(seen).toEqual(scores)
    expect(new Set(ids).size).toBe(scores.length)
    expect(ids).toEqual((await list(ann, { order })).map(({ id }) => id))
  })
})
