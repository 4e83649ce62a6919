import { decisions } from '@doorman/db/schema'
import { ReplyId } from '@doorman/domain/ids'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { moveMessage } from './pipeline/moving/move-message.ts'
import { recordDecisions } from './pipeline/screening/record-decisions.ts'
import { screenMessage } from './pipeline/screening/screen-message.ts'
import { syncMailbox } from './pipeline/sync/sync-mailbox.ts'
import type { Context } from './ports/context.ts'
import type { Jobs } from './ports/jobs.ts'
import { actorOf, receiveAndSetAside } from './testing/fake-filtered-emails.ts'
import { openFakePipeline, type FakeInbox } from './testing/fake-pipeline.ts'
import { takeAction } from './user-actions/take-action.ts'

// A job that exists although its change was rolled back works on something that is not there. So
// every transaction here fails after it has enqueued its job, and the job must be gone, too.

const world = await openFakePipeline()
const { ctx, newInbox } = world
world.judgeAll('cold')

const killed = () => Promise.reject(new Error('killed'))
const jobs: Jobs = {
  enqueue: (...args) => ctx.jobs.enqueue(...args).then(killed),
  enqueueAll: (...args) => ctx.jobs.enqueueAll(...args).then(killed),
  enqueueForMailboxes: (...args) => ctx.jobs.enqueueForMailboxes(...args).then(killed),
  deleteOrphans: (...args) => ctx.jobs.deleteOrphans(...args),
}
const killedAfterEnqueueing: Context = { ...ctx, jobs }

async function listWaitingJobs({ id }: FakeInbox): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ name: string }>(
    sql`select name from pgboss.job where data ->> 'mailboxId' = ${id} and state < 'active'`,
  )
  return rows.map(({ name }) => name)
}

const forgetJobs = () => ctx.db.execute(sql`delete from pgboss.job`)

test.each([
  ['quick', async () => {}],
  ['careful', world.leaveSyncUnfinished],
])('a message that a %s sync did not store is not screened', async (_way, prepare) => {
  const ann = await newInbox()
  ann.receive()
  await prepare(ann)
  await expect(syncMailbox(killedAfterEnqueueing, { mailboxId: ann.id })).rejects.toThrow('killed')
  expect(await listWaitingJobs(ann)).toEqual([])
})

test('a decision that was not stored moves nothing', async () => {
  const ann = await newInbox()
  const work = { mailboxId: ann.id, providerMessageId: ann.receive() }
  await syncMailbox(ctx, work)
  await forgetJobs()
  await expect(screenMessage(killedAfterEnqueueing, work)).rejects.toThrow('killed')
  expect(await ann.decisions()).toEqual([])
  expect(await listWaitingJobs(ann)).toEqual([])
})

test('a decision that was not stored grants no appeal', async () => {
  const ann = await newInbox()
  const providerMessageId = ann.receive()
  await syncMailbox(ctx, { mailboxId: ann.id })
  await forgetJobs()
  const screening = {
    decision: { outcome: 'keep', reason: 'appeal' },
    received: null,
    appealedReply: ReplyId.parse(randomUUID()),
  } as const
  const screenings = new Map([[providerMessageId, screening]])
  const recording = { mailboxId: ann.id, screenings, isFirstScan: true }
  await expect(recordDecisions(killedAfterEnqueueing, recording)).rejects.toThrow('killed')
  expect((await ctx.db.execute(sql`select name from pgboss.job`)).rows).toEqual([])
})

test('a move that was not stored starts no reply', async () => {
  const ann = await newInbox()
  const providerMessageId = ann.receive()
  await syncMailbox(ctx, { mailboxId: ann.id })
  await screenMessage(ctx, { mailboxId: ann.id, providerMessageId })
  const [decision] = await ann.decisions()
  if (!decision) throw new Error('The message was not decided')
  await ctx.db.update(decisions).set({ mayReply: true }).where(eq(decisions.id, decision.id))
  await forgetJobs()
  const work = { mailboxId: ann.id, decisionId: decision.id }
  await expect(moveMessage(killedAfterEnqueueing, work)).rejects.toThrow('killed')
  expect(await ann.decisions()).toMatchObject([{ state: 'pending' }])
  expect(await listWaitingJobs(ann)).toEqual([])
})

test('an action that was not stored moves nothing', async () => {
  const ann = await newInbox()
  const { id } = await receiveAndSetAside(world, ann, {})
  await forgetJobs()
  const input = { ids: [id], action: 'restore' } as const
  await expect(takeAction(killedAfterEnqueueing, actorOf(ann), input)).rejects.toThrow('killed')
  expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
  expect(await listWaitingJobs(ann)).toEqual([])
})
