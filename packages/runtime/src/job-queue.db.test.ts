import { createTestDatabase } from '@doorman/db/test-db'
import type { DecisionId, MailboxId, MailId } from '@doorman/domain/ids'
import { actOnDecisionJob, screenMessageJob, syncMailboxJob } from '@doorman/services/jobs'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openFakeRuntime } from './fake-runtime.ts'
import type { JobHandler } from './job-queue.ts'

const { ctx, jobs, close } = await openFakeRuntime(await createTestDatabase())
afterAll(close)

const newMailboxId = () => randomUUID() as MailboxId
const toMailId = (name: string | number) => `mail-${name}` as MailId

/** Who only notes what came. */
function listener(name: string, run: (data: unknown) => Promise<void> = async () => {}) {
  const came: unknown[] = []
  const handler: JobHandler = {
    name,
    slots: 1,
    async run(_ctx, data) {
      came.push(data)
      await run(data)
    },
  }
  return { came, handler }
}

test('a mailbox waits for one sync at a time, and another may wait while one is under way', async () => {
  const [ann, bob] = [newMailboxId(), newMailboxId()]
  const { came, handler } = listener(syncMailboxJob.name, async () => {
    if (came.length > 1) return
    for (const _push of [1, 2, 3]) await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: ann })
  })
  for (const mailboxId of [ann, ann, ann, bob])
    await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  await jobs.drain(ctx, [handler])
  expect(came).toEqual([{ mailboxId: ann }, { mailboxId: bob }, { mailboxId: ann }])
})

test('a message is screened by one job until that is done', async () => {
  const mailboxId = newMailboxId()
  const payload = { mailboxId, messageId: toMailId('once') }
  const { came, handler } = listener(screenMessageJob.name, () =>
    jobs.enqueueAll(ctx.db, screenMessageJob, [payload]),
  )
  await jobs.enqueueAll(ctx.db, screenMessageJob, [payload, payload])
  await jobs.drain(ctx, [handler])
  expect(came).toEqual([payload])
})

test('a job of an undone transaction never was', async () => {
  const { came, handler } = listener(actOnDecisionJob.name)
  const payload = { mailboxId: newMailboxId(), decisionId: randomUUID() as DecisionId }
  await ctx.db
    .transaction(async (tx) => {
      await jobs.enqueueAll(tx, actOnDecisionJob, [payload])
      throw new Error('undone')
    })
    .catch(() => {})
  await jobs.drain(ctx, [handler])
  expect(came).toEqual([])
})

test('a job that cannot be done yet comes again, and keeps none of its kind from coming', async () => {
  const payload = { mailboxId: newMailboxId(), decisionId: randomUUID() as DecisionId }
  const came: unknown[] = []
  const handler: JobHandler = {
    name: actOnDecisionJob.name,
    slots: 1,
    async run(_ctx, data) {
      came.push(data)
      if (came.length === 1) return 'not-yet'
    },
  }
  await jobs.enqueue(ctx.db, actOnDecisionJob, payload)
  await jobs.drain(ctx, [handler])
  await jobs.enqueue(ctx.db, actOnDecisionJob, payload)
  await jobs.drain(ctx, [handler])
  expect(came).toEqual([payload, payload])
  await ctx.db.execute(sql`update pgboss.job set start_after = now() where state = 'created'`)
  await jobs.drain(ctx, [handler])
  expect(came).toEqual([payload, payload, payload])
})

test('F38: a mailbox with much mail leaves room for the others, and no slot rests while there is work', async () => {
  const [noisy, quiet] = [newMailboxId(), newMailboxId()]
  const under = new Map<string, number>()
  let most = 0
  let left = 60 + 1
  const gate = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const handler: JobHandler = {
    name: screenMessageJob.name,
    slots: 6,
    slotsPerMailbox: 2,
    async run(_ctx, data) {
      const { mailboxId } = screenMessageJob.payload.parse(data)
      const now = (under.get(mailboxId) ?? 0) + 1
      under.set(mailboxId, now)
      if (mailboxId === noisy) most = Math.max(most, now)
      // The noisy one's first jobs end only when the quiet one's has come.
      if (mailboxId === quiet) gate.resolve()
      await gate.promise
      under.set(mailboxId, (under.get(mailboxId) ?? 0) - 1)
      left -= 1
      if (left === 0) finished.resolve()
    },
  }
  await jobs.enqueueAll(
    ctx.db,
    screenMessageJob,
    Array.from({ length: 60 }, (_, index) => ({ mailboxId: noisy, messageId: toMailId(index) })),
  )
  await jobs.enqueue(ctx.db, screenMessageJob, { mailboxId: quiet, messageId: toMailId('quiet') })
  await jobs.work(ctx, [handler], [])
  await finished.promise
  // Two that look at the same moment may both take the last place.
  expect(most).toBeLessThan(handler.slots)
})
