import { correspondentIndexes, sentMessages } from '@doorman/db/schema'
import { dayMs } from '@doorman/domain/time'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { fakeTokenKey } from '@doorman/runtime/testing/fake-runtime'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { deleteExpired } from '../../housekeeping/delete-expired.ts'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { consultIndex, findIndex } from './consult-index.ts'
import { rotateHashKeys } from './rotate-hash-keys.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync } = world

const question = { sender: 'diane@friend.example', otherRecipients: [], references: [] }
const newer = { version: 2, key: Buffer.alloc(32, 2) }

/** The index is complete and knows Diane. */
async function newFriendOfDiane(): Promise<FakeInbox> {
  const ann = await newInbox()
  ann.box.sentByUser.push({ to: ['diane@friend.example'], rfcMessageId: '<1@own>' })
  await sync(ann)
  return ann
}

test('after a rotation the index opens with the newest key alone, and knows the same people', async () => {
  const mailboxes = [await newFriendOfDiane(), await newFriendOfDiane()]
  const damaged = await newFriendOfDiane()
  await ctx.db
    .update(correspondentIndexes)
    .set({ hashKey: 'damaged' })
    .where(eq(correspondentIndexes.mailboxId, damaged.id))
  const keyRing = createKeyRing([newer, fakeTokenKey])
  const batches: number[] = []
  for await (const count of rotateHashKeys({ db: ctx.db, keyRing })) batches.push(count)
  expect(batches).toEqual([2])
  for (const { id } of mailboxes) {
    const index = await findIndex(ctx.db, id)
    expect(index?.keyVersion).toBe(2)
    const answer = await consultIndex(ctx.db, createKeyRing([newer]), index, question)
    expect(answer).toMatchObject({ isComplete: true, hasWrittenToSender: true })
  }
  expect(await findIndex(ctx.db, damaged.id)).toMatchObject({ keyVersion: 1, hashKey: 'damaged' })
})

test('a rotation waits for the deletion of a user, and the two don’t deadlock', async () => {
  const first = await newFriendOfDiane()
  const second = await newInbox({ of: first })
  await sync(second)
  const other = await newFriendOfDiane()
  const [low, high] = [first.id, second.id].toSorted()
  const keyRing = createKeyRing([{ version: 3, key: Buffer.alloc(32, 3) }, newer, fakeTokenKey])
  const rotate = async () => {
    for await (const count of rotateHashKeys({ db: ctx.db, keyRing }))
      expect(count).toBeGreaterThan(0)
  }
  let rotation: Promise<void> | undefined
  // As eraseUser does: all mailboxes, then the cascade, which may reach the higher index first.
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${first.userId} for update`)
    await tx.execute(
      sql`select from mailboxes where user_id = ${first.userId} order by id for update`,
    )
    await tx
      .delete(correspondentIndexes)
      .where(eq(correspondentIndexes.mailboxId, high ?? low ?? first.id))
    rotation = rotate()
    await vi.waitUntil(async () => (await countWaiting()) > 0, { timeout: 10_000 })
    await tx.execute(sql`delete from users where id = ${first.userId}`)
  })
  await rotation
  expect(await findIndex(ctx.db, first.id)).toBeNull()
  expect((await findIndex(ctx.db, other.id))?.keyVersion).toBe(3)
})

/** Transactions that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await ctx.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

test('messages sent more than 400 days ago are forgotten, but not their recipients', async () => {
  await deleteExpired(ctx)
  const [ann, learner] = [await newInbox(), await newInbox()]
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs)
  for (const { box } of [ann, learner])
    for (const days of [401, 399.1, 399.2, 399.3, 1])
      box.sentByUser.push({
        to: ['diane@friend.example'],
        rfcMessageId: `<${days}@own>`,
        sentAt: daysAgo(days),
      })
  for (const box of [ann, learner]) await sync(box)
  await ctx.db
    .update(correspondentIndexes)
    .set({ completedAt: null })
    .where(eq(correspondentIndexes.mailboxId, learner.id))
  const sentOf = async ({ id }: FakeInbox) =>
    ctx.db.select().from(sentMessages).where(eq(sentMessages.mailboxId, id))
  // The first reading leaves out what is too old.
  expect(await sentOf(ann)).toHaveLength(4)
  world.advance(dayMs)
  await deleteExpired(ctx, { steps: ['sent_messages'] }, { rowsPerSlice: 2, budgetMs: 0 })
  expect(await sentOf(ann)).toHaveLength(2)
  await world.runJobsUntilIdle()
  expect(await sentOf(ann)).toHaveLength(1)
  // An index that is being read may be restarted, and must not count them again.
  expect(await sentOf(learner)).toHaveLength(4)
  const answer = await consultIndex(ctx.db, ctx.keyRing, await findIndex(ctx.db, ann.id), question)
  expect(answer.hasWrittenToSender).toBe(true)
})
