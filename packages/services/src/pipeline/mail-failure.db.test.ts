import { findPush } from '@doorman/db/queries/push-grants'
import { mailboxes, undecidedMessages } from '@doorman/db/schema'
import { hourMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { handlers } from '@doorman/worker/handlers'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  moveMessageJob,
  moveMessagesJob,
  replyToSenderJob,
  screenMessageJob,
  stopPushJob,
} from '../ports/jobs.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { newReplyingInbox, withDmarcPass } from '../testing/fake-replies.ts'
import { ignoreFinalFailure } from './mail-failure.ts'
import { syncMailbox } from './sync/sync-mailbox.ts'

const world = await openFakePipeline()
const { ctx, newInbox, runJobsUntilIdle } = world

/**
 * What the job logs and what happens to the message, per failure. Written out here, so that a
 * mistake in `mailFailures` fails a test.
 */
const retried = { event: 'job-retried-later', retries: 1 }
const cases = [
  {
    failure: 'access-revoked',
    problem: 'needs-reconnect',
    screening: { reason: undefined, undecided: 1, startCount: 1 },
    moving: { state: 'pending' },
    replying: { event: undefined },
    job: { event: undefined, retries: 0 },
    isPushDeleted: true,
    isReported: false,
  },
  {
    failure: 'permission-missing',
    problem: 'needs-reconnect',
    screening: { reason: undefined, undecided: 1, startCount: 1 },
    moving: { state: 'pending' },
    replying: { event: undefined },
    job: { event: undefined, retries: 0 },
    isPushDeleted: true,
    isReported: false,
  },
  {
    failure: 'no-mailbox',
    problem: 'refused',
    screening: { reason: undefined, undecided: 1, startCount: 1 },
    moving: { state: 'pending' },
    replying: { event: 'job-retried-later' },
    job: retried,
    isPushDeleted: true,
    isReported: false,
  },
  {
    failure: 'rate-limited',
    problem: 'out-of-reach',
    screening: { reason: undefined, undecided: 1, startCount: 1 },
    moving: { state: 'pending' },
    replying: { event: 'job-retried-later' },
    job: retried,
    isPushDeleted: false,
    isReported: false,
  },
  {
    failure: 'unavailable',
    problem: 'out-of-reach',
    screening: { reason: undefined, undecided: 1, startCount: 1 },
    moving: { state: 'pending' },
    replying: { event: 'job-retried-later' },
    job: retried,
    isPushDeleted: false,
    isReported: false,
  },
  {
    failure: 'gone',
    problem: 'refused',
    screening: { reason: 'gone', undecided: 0, startCount: undefined },
    moving: { state: 'gone' },
    replying: { event: undefined },
    job: { event: undefined, retries: 0 },
    isPushDeleted: true,
    isReported: false,
  },
  {
    failure: 'too-large',
    problem: 'refused',
    screening: { reason: 'could-not-be-checked', undecided: 0, startCount: undefined },
    moving: { state: 'pending', event: 'job-given-up' },
    replying: { event: 'job-given-up' },
    job: { event: undefined, retries: 0 },
    isPushDeleted: true,
    isReported: false,
  },
  {
    failure: 'refused',
    problem: 'refused',
    screening: { reason: 'could-not-be-checked', undecided: 0, startCount: undefined },
    moving: { state: 'pending', event: 'job-given-up' },
    replying: { event: 'job-given-up' },
    job: { event: undefined, retries: 0 },
    isPushDeleted: true,
    isReported: true,
  },
] as const

const eventOf = (jobName: string): unknown =>
  world.logs.map((line) => JSON.parse(line)).findLast((line) => line.jobName === jobName)?.event

/** The retries of a job that wait at least as long as the provider asked for. */
async function countDelayedRetries(jobName: string, { id }: FakeInbox): Promise<number> {
  const { rows } = await ctx.db.execute(sql`
    select 1 from pgboss.job
    where split_part(name, '/', 1) = ${jobName} and data->>'mailboxId' = ${id} and state = 'retry'
      and start_after > now() + interval '59 minutes'`)
  return rows.length
}

describe.each(cases)('a provider that fails with $failure', (expected) => {
  const newError = () => new MailError(expected.failure, 'test', { retryAfterMs: hourMs })

  test('during a sync: the mailbox shows the problem and is checked later', async () => {
    const ann = await newInbox()
    ann.box.failNextWith = newError()
    await syncMailbox(ctx, { mailboxId: ann.id })
    const { problem, nextCheckAt } = await ann.row()
    expect(problem).toBe(expected.problem)
    const delayMs = nextCheckAt && nextCheckAt.getTime() - ctx.now().getTime()
    const isDelayed = delayMs !== null && delayMs > 0.9 * hourMs
    expect({ delayMs, isDelayed }).toMatchObject(
      expected.problem === 'needs-reconnect' ? { delayMs: null } : { isDelayed: true },
    )
  })

  test('during screening: the message is kept, or waits', async () => {
    const ann = await newInbox()
    // Completes the index of correspondents, which calls the provider, too.
    await world.sync(ann)
    ann.receive()
    await world.leaveSyncUnfinished(ann)
    await syncMailbox(ctx, { mailboxId: ann.id })
    ann.box.failNextWith = newError()
    await runJobsUntilIdle()
    const undecided = await ctx.db
      .select()
      .from(undecidedMessages)
      .where(eq(undecidedMessages.mailboxId, ann.id))
    expect({
      reason: (await ann.decisions())[0]?.reason,
      undecided: undecided.length,
      startCount: undecided[0]?.startCount,
    }).toEqual(expected.screening)
    await expectOutcome(ann, screenMessageJob.name, expected.job.event)
  })

  test.each(['alone', 'together with others'])(
    'during a move %s: the decision has the expected state and no lease',
    async (way) => {
      world.judgeAll('cold')
      const ann = await newInbox()
      ann.receive()
      const isOfOneMessage = ['gone', 'too-large', 'refused'].includes(expected.failure)
      ann.box.move = () => Promise.reject(newError())
      ann.box.moveMessages = async (ids) => {
        if (!isOfOneMessage) throw newError()
        return new Map(ids.map((id) => [id, newError()]))
      }
      await syncMailbox(ctx, { mailboxId: ann.id })
      const isMove = ({ name }: { name: string }) => name.startsWith(moveMessageJob.name)
      await world.jobs.drain(
        ctx,
        handlers.filter((one) => !isMove(one)),
      )
      if (way === 'alone') {
        await ctx.db.execute(sql`delete from pgboss.job where name like 'move-messages%'`)
        const [decision] = await ann.decisions()
        if (!decision) throw new Error('The message was not decided')
        const work = { mailboxId: ann.id, decisionId: decision.id }
        await ctx.jobs.enqueue(ctx.db, moveMessageJob, work)
      }
      await runJobsUntilIdle()
      const { event, ...result } = { event: expected.job.event, ...expected.moving }
      const [decision] = await ann.decisions()
      expect(decision).toMatchObject(result)
      expect((decision?.leasedUntil ?? new Date(0)) < ctx.now()).toBe(true)
      const job = way === 'alone' || isOfOneMessage ? moveMessageJob : moveMessagesJob
      await expectOutcome(ann, job.name, event)
    },
  )

  test('before a reply: no reply is sent', async () => {
    world.judgeAll('cold')
    const ann = await newReplyingInbox(world)
    const loadMessage = ann.box.loadMessage.bind(ann.box)
    let failures = 0
    ann.box.loadMessage = async (id) => {
      const message = await loadMessage(id)
      if (message.location === 'inbox') return message
      failures += 1
      throw newError()
    }
    ann.receive(withDmarcPass())
    await syncMailbox(ctx, { mailboxId: ann.id })
    await runJobsUntilIdle()
    expect(failures).toBe(1)
    expect(ann.box.sentReplies).toEqual([])
    await expectOutcome(ann, replyToSenderJob.name, expected.replying.event)
  })

  test('while push is renewed: the sync succeeds all the same', async () => {
    const ann = await newInbox()
    ann.box.push.renew = () => Promise.reject(newError())
    if (expected.isReported) world.expectError('non-fatal-error')
    await syncMailbox(ctx, { mailboxId: ann.id })
    expect((await ann.row()).problem).toBeNull()
    const reported = world.logs.filter((line) => line.includes('non-fatal-error'))
    expect(reported).toHaveLength(expected.isReported ? 1 : 0)
  })

  test('when push is stopped: a final failure deletes the subscription, others are retried', async () => {
    const ann = await newInbox()
    await syncMailbox(ctx, { mailboxId: ann.id })
    await ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, ann.id))
    await ctx.jobs.enqueue(ctx.db, stopPushJob, { mailboxId: ann.id })
    ann.box.push.stop = () => Promise.reject(newError())
    await runJobsUntilIdle()
    const push = await findPush(ctx.db, ann.grantId)
    expect(push?.current === null).toBe(expected.isPushDeleted)
    expect(await countDelayedRetries(stopPushJob.name, ann)).toBe(expected.isPushDeleted ? 0 : 1)
  })

  test('in clean-up: a final failure is ignored, others are thrown again', async () => {
    const [result] = await Promise.allSettled([
      ignoreFinalFailure(() => Promise.reject(newError())),
    ])
    expect(result.status).toBe(expected.isPushDeleted ? 'fulfilled' : 'rejected')
  })

  /** No error is logged in any case: the fake pipeline fails a test that logs one. */
  async function expectOutcome(ann: FakeInbox, jobName: string, event: string | undefined) {
    const { problem } = await ann.row()
    expect(problem).toBe(expected.problem === 'needs-reconnect' ? 'needs-reconnect' : null)
    expect(eventOf(jobName)).toBe(event)
    expect(await countDelayedRetries(jobName, ann)).toBe(expected.job.retries)
  }
})

test('an error that no provider caused is thrown again', async () => {
  await expect(ignoreFinalFailure(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
})
