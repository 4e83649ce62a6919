import { dailyCounts, decisions } from '@doorman/db/schema'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { expect, test } from 'vitest'
import { actorOf } from '../testing/fake-filtered-emails.ts'
import { openFakePipeline } from '../testing/fake-pipeline.ts'
import { listMailboxes } from './list-mailboxes.ts'

const { ctx, newInbox } = await openFakePipeline()

test('a mailbox says how many messages were checked, and which observed ones await the user', async () => {
  const mine = await newInbox()
  const another = await newInbox()
  const add = ({ id: mailboxId }: typeof mine, name: string, row: object) =>
    ctx.db.insert(decisions).values({
      mailboxId,
      providerMessageId: name as ProviderMessageId,
      outcome: 'observe',
      reason: 'blocked-sender',
      decidedAt: new Date('2026-01-01'),
      receivedAt: new Date('2026-01-01'),
      subject: name,
      senderAddress: 'pat@vendor.example',
      ...row,
    })
  await add(mine, 'found', {})
  await add(mine, 'also found', {})
  await add(mine, 'kept by the user', { state: 'restored' })
  await add(mine, 'filtered', { outcome: 'filter', state: 'set-aside' })
  await add(mine, 'kept', {
    outcome: 'keep',
    reason: 'known-contact',
    subject: null,
    senderAddress: null,
  })
  await add(another, 'not mine', {})
  await ctx.db.insert(dailyCounts).values([
    { mailboxId: mine.id, dayOn: '2026-01-01', processed: 4, filtered: 1 },
    { mailboxId: mine.id, dayOn: '2026-01-02', processed: 3, filtered: 0 },
    { mailboxId: another.id, dayOn: '2026-01-01', processed: 9, filtered: 0 },
  ])
  const listed = await listMailboxes(ctx, actorOf(mine), { provider: 'gmail' })
  expect(listed.map(({ id, checked, wouldMove }) => ({ id, checked, wouldMove }))).toEqual([
    { id: mine.id, checked: 7, wouldMove: 2 },
  ])
})
