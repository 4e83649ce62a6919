import { decisions, mailboxes } from '@doorman/db/schema'
import { aFilteredEmail, seedFilteredEmails } from '@doorman/db/testing/seeds'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { deleteOrphanedDecisions } from './delete-orphaned-decisions.ts'

const world = await openFakePipeline()
const { ctx } = world
const small = { batchSize: 3, maxBatches: 2 }

beforeEach(() => ctx.db.delete(decisions))

async function newInboxWith(count: number): Promise<FakeInbox> {
  const inbox = await world.newInbox()
  const emails = Array.from({ length: count }, (_, number) => aFilteredEmail(number))
  await seedFilteredEmails(ctx.db, inbox, emails)
  return inbox
}

const disconnect = ({ id }: FakeInbox) => ctx.db.delete(mailboxes).where(eq(mailboxes.id, id))

test('a job deletes a few batches and leaves the rest to the next one', async () => {
  const ann = await newInboxWith(8)
  await disconnect(ann)
  await deleteOrphanedDecisions(ctx, {}, small)
  expect(await ann.decisions()).toHaveLength(2)
  await world.runJobsUntilIdle()
  expect(await ann.decisions()).toEqual([])
})

test('only decisions without a mailbox are deleted, of all such mailboxes', async () => {
  const inboxes = await Promise.all([2, 4, 3, 1, 5].map(newInboxWith))
  const [first, second, , fourth] = inboxes as [FakeInbox, FakeInbox, FakeInbox, FakeInbox]
  for (const gone of [first, second, fourth]) await disconnect(gone)
  await deleteOrphanedDecisions(ctx)
  const left = await Promise.all(inboxes.map((inbox) => inbox.decisions()))
  expect(left.map(({ length }) => length)).toEqual([0, 0, 3, 0, 5])
})

test('repeated and simultaneous jobs delete nothing more', async () => {
  const ann = await newInboxWith(10)
  const ben = await newInboxWith(2)
  await disconnect(ann)
  const run = () => deleteOrphanedDecisions(ctx, {}, { batchSize: 3, maxBatches: 50 })
  await Promise.all([run(), run()])
  await run()
  expect(await ann.decisions()).toEqual([])
  expect(await ben.decisions()).toHaveLength(2)
})
