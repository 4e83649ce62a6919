import { sumCounts } from '@doorman/db/queries/daily-counts'
import { dailyCounts, filteredTotals, users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { disconnectMailbox } from '../mailboxes/connecting/disconnect-mailbox.ts'
import { actorOf, receiveAndSetAside } from '../testing/fake-filtered-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { takeAction } from '../user-actions/take-action.ts'

const pipeline = await openFakePipeline()
const { ctx, newInbox } = pipeline

async function totalOf({ userId }: FakeInbox): Promise<number | undefined> {
  const [row] = await ctx.db.select().from(filteredTotals).where(eq(filteredTotals.userId, userId))
  return row?.filtered
}

/** What the user's own dashboard says. */
async function truthOf({ userId }: FakeInbox): Promise<number> {
  return (await sumCounts(ctx.db, userId, {})).filtered
}

test('a user’s total follows the dashboard: filtered, restored, undone, disconnected', async () => {
  const ann = await newInbox()
  const second = await newInbox({ of: ann })
  expect(await totalOf(ann)).toBe(0)
  const emails = []
  for (const inbox of [ann, ann, second]) emails.push(await receiveAndSetAside(pipeline, inbox))
  expect([await totalOf(ann), await truthOf(ann)]).toEqual([3, 3])

  const [first] = emails
  const ids = first ? [first.id] : []
  await takeAction(ctx, actorOf(ann), { ids, action: 'restore' })
  expect([await totalOf(ann), await truthOf(ann)]).toEqual([2, 2])
  await takeAction(ctx, actorOf(ann), { ids, action: 'restore' })
  expect(await totalOf(ann)).toBe(2)
  await takeAction(ctx, actorOf(ann), { ids, action: 'undo' })
  expect([await totalOf(ann), await truthOf(ann)]).toEqual([3, 3])

  const { provider } = await ann.row()
  await disconnectMailbox(ctx, actorOf(ann), { provider, mailboxId: ann.id })
  expect([await totalOf(ann), await truthOf(ann)]).toEqual([1, 1])
})

test('kept mail does not count, and another user’s total stays as it is', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  await receiveAndSetAside(pipeline, bob)
  pipeline.judgeAll('ordinary')
  ann.receive({})
  await pipeline.sync(ann)
  expect([await totalOf(ann), await totalOf(bob)]).toEqual([0, 1])
})

test('writes of the previous version, which knows no totals, count as well', async () => {
  const ann = await newInbox()
  const day = (dayOn: string) => ({ mailboxId: ann.id, dayOn, processed: 9, filtered: 5 })
  await ctx.db.insert(dailyCounts).values([day('2026-01-01'), day('2026-01-02')])
  expect(await totalOf(ann)).toBe(10)
  await ctx.db
    .update(dailyCounts)
    .set({ filtered: 7, restored: 1 })
    .where(eq(dailyCounts.mailboxId, ann.id))
  expect([await totalOf(ann), await truthOf(ann)]).toEqual([12, 12])
  await ctx.db.delete(dailyCounts).where(eq(dailyCounts.dayOn, '2026-01-01'))
  expect([await totalOf(ann), await truthOf(ann)]).toEqual([6, 6])
})

test('deleting a user with several mailboxes deletes the total', async () => {
  const ann = await newInbox()
  const second = await newInbox({ of: ann })
  for (const inbox of [ann, second]) await receiveAndSetAside(pipeline, inbox)
  await ctx.db.delete(users).where(eq(users.id, ann.userId))
  expect(await totalOf(ann)).toBeUndefined()
})

test('restores over several days and new decisions at the same time lose no count', async () => {
  const ann = await newInbox()
  const second = await newInbox({ of: ann })
  const days = Array.from({ length: 20 }, (_, n) => `2026-03-${String(n + 1).padStart(2, '0')}`)
  const add = (inbox: FakeInbox, change: { filtered?: number; restored?: number }) =>
    ctx.db
      .insert(dailyCounts)
      .values(days.map((dayOn) => ({ mailboxId: inbox.id, dayOn, processed: 0, filtered: 0 })))
      .onConflictDoUpdate({ target: [dailyCounts.mailboxId, dailyCounts.dayOn], set: change })
  for (const inbox of [ann, second]) await add(inbox, { filtered: 0 })
  await Promise.all(
    [1, 2, 3, 4, 5].flatMap((n) => [
      add(ann, { filtered: n }),
      add(second, { restored: n }),
      add(second, { filtered: 10 * n }),
    ]),
  )
  const { rows } = await ctx.db.execute<{ sum: string }>(`
    select sum(filtered - restored) as sum from daily_counts
    where mailbox_id in ('${ann.id}', '${second.id}')`)
  expect(await totalOf(ann)).toBe(Number(rows[0]?.sum))
})
