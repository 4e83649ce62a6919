import { decisions, smartReplies } from '@doorman/db/schema'
import type { DecisionId, MailboxId, ProviderMessageId } from '@doorman/domain/ids'
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

test('kept and observed messages are not listed', async () => {
  const ann = await newInbox()
  await add(ann, { outcome: 'observe', state: null, movedAt: null, subject: 'observed' })
  expect(await list(ann)).toEqual([])
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
      const emails = await list(ann, { limit: 5, before: seen.at(-1) })
      seen.push(...emails.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(27)
    expect(seen).toHaveLength(27)
    expect(seen).toEqual((await list(ann)).map(({ id }) => id))
    expect(await list(ann, { before: seen.at(-1) })).toEqual([])
  })

  test('gives an empty page after an unknown email or another user’s', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await add(ann, {}, {})
    await add(bob, { receivedAt: new Date('2027-01-01') })
    const [his] = await list(bob)
    expect(await list(ann, { before: randomUUID() as DecisionId })).toEqual([])
    expect(await list(ann, { before: his?.id })).toEqual([])
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
