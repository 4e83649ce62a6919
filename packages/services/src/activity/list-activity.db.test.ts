import { mailboxes } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { dayMs, minuteMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { actorOf, receiveAndSetAside } from '../testing/fake-filtered-emails.ts'
import { listActivity } from './list-activity.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync } = world

const list = (inbox: FakeInbox, query: Partial<Parameters<typeof listActivity>[2]> = {}) =>
  listActivity(ctx, actorOf(inbox), { limit: 100, ...query })

async function receive(inbox: FakeInbox, verdict: 'cold' | 'ordinary', from: string) {
  world.judgeAll(verdict)
  inbox.receive({ from })
  await sync(inbox)
  world.advance(1_000)
}

test('kept, observed and filtered messages are listed with their reason, latest first', async () => {
  const ann = await newInbox()
  await receive(ann, 'ordinary', 'kim@friend.example')
  await receive(ann, 'cold', 'pat@vendor.example')
  await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, ann.id))
  await receive(ann, 'cold', 'dale@boost.example')
  expect(await list(ann)).toMatchObject([
    { outcome: 'observe', reason: 'cold-outreach', senderAddress: 'dale@boost.example' },
    { outcome: 'filter', reason: 'cold-outreach', senderAddress: 'pat@vendor.example' },
    { outcome: 'keep', reason: 'not-cold', senderAddress: null, subject: null },
  ])
})

test('messages older than 30 days are not listed', async () => {
  const ann = await newInbox()
  await receiveAndSetAside(world, ann)
  world.advance(30 * dayMs - minuteMs)
  expect(await list(ann)).toHaveLength(1)
  world.advance(2 * minuteMs)
  expect(await list(ann)).toEqual([])
})

test('pagination lists each message once, for all mailboxes or for one', async () => {
  const ann = await newInbox()
  const second = await newInbox({ of: ann })
  for (let count = 0; count < 3; count++)
    for (const inbox of [ann, second]) await receive(inbox, 'ordinary', 'kim@friend.example')
  const seen: DecisionId[] = []
  for (let page = 0; page < 4; page++)
    seen.push(...(await list(ann, { limit: 2, before: seen.at(-1) })).map(({ id }) => id))
  expect(seen).toEqual((await list(ann)).map(({ id }) => id))
  expect(new Set(seen).size).toBe(6)
  expect(await list(ann, { accountId: second.id })).toHaveLength(3)
})

test('another user’s messages are not listed', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  await receiveAndSetAside(world, ann)
  world.advance(minuteMs)
  const { id } = await receiveAndSetAside(world, bob)
  expect(await list(ann, { accountId: bob.id })).toEqual([])
  expect(await list(ann, { before: id })).toEqual([])
  expect(await list(ann, { before: randomUUID() as DecisionId })).toEqual([])
})
