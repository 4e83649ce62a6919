import { mailboxes } from '@doorman/db/schema'
import { dayMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Context } from '../ports/context.ts'
import { syncMailboxJob } from '../ports/jobs.ts'
import { openFakePipeline } from '../testing/fake-pipeline.ts'
import { setActive } from './set-active.ts'

const world = await openFakePipeline()
const { ctx } = world

test('on Pro, choosing a mailbox leaves all active and syncs none of the others', async () => {
  const ann = await world.newInbox()
  const others = [await world.newInbox({ of: ann }), await world.newInbox({ of: ann })]
  const later = new Date(ctx.now().getTime() + dayMs)
  await ctx.db.update(mailboxes).set({ nextCheckAt: later }).where(eq(mailboxes.userId, ann.userId))
  const synced: unknown[] = []
  const jobs: Context['jobs'] = {
    ...ctx.jobs,
    enqueueAll(db, job, payloads) {
      if (job.name === syncMailboxJob.name) synced.push(...payloads)
      return ctx.jobs.enqueueAll(db, job, payloads)
    },
  }
  const actor = { userId: ann.userId, sessionId: 'a session' }
  await setActive({ ...ctx, jobs }, actor, { provider: 'gmail', mailboxId: ann.id })
  expect(synced).toEqual([])
  for (const other of others)
    expect(await other.row()).toMatchObject({ isActive: true, nextCheckAt: later })
})
