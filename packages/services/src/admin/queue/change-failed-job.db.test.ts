import { auditLog, dailyCounts, decisions, emails, undecidedMessages } from '@doorman/db/schema'
import type { EmailId, MailboxId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { orderEmails } from '../../emails/order-email.ts'
import { syncMailbox } from '../../pipeline/sync/sync-mailbox.ts'
import type { Admin } from '../../ports/actor.ts'
import { sendEmailJob, syncMailboxJob } from '../../ports/jobs.ts'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { newReplyingInbox, withDmarcPass } from '../../testing/fake-replies.ts'
import { dropJob, retryJob } from './change-failed-job.ts'
import { listFailedJobs } from './list-failed-jobs.ts'

const pipeline = await openFakePipeline()
const { ctx, newInbox, sync, judgeAll, notify, runJobsUntilIdle } = pipeline
const { db } = ctx
const ann = await newInbox()
const admin: Admin = { userId: ann.userId, sessionId: randomUUID(), ip: '203.0.113.7' }

beforeEach(async () => {
  await db.execute(sql`delete from pgboss.job`)
  await db.delete(decisions)
  judgeAll('cold')
})

const list = async (cursor?: string) => listFailedJobs(ctx, { cursor })
const loadActs = () => db.select().from(auditLog).orderBy(auditLog.id)

/** A message that the provider refuses to show. */
async function quarantineOne(inbox: FakeInbox) {
  // The first sync of a mailbox is a scan, whose messages get no reply.
  await sync(inbox)
  const id = inbox.receive(withDmarcPass())
  await pipeline.leaveSyncUnfinished(inbox)
  await syncMailbox(ctx, { mailboxId: inbox.id })
  inbox.box.failNextWith = new MailError('refused', 'test')
  await runJobsUntilIdle()
  return id
}

async function refuseEmail() {
  notify.failNextWith = { kind: 'refused' }
  await db.transaction((tx) =>
    orderEmails(ctx, tx, [{ userId: ann.userId, kind: 'password-changed' }]),
  )
  await runJobsUntilIdle()
  const [job] = (await list()).list
  if (!job) throw new Error('The job did not fail')
  return job
}

describe('the queue desk', () => {
  test('lists failed jobs and quarantined messages, newest first, with whose they are', async () => {
    await refuseEmail()
    await quarantineOne(ann)
    expect((await list()).list).toMatchObject([
      {
        state: 'quarantined',
        queue: 'quarantine',
        reason: 'This email couldn’t be checked, so it stayed in the inbox.',
        mailboxId: ann.id,
        userEmail: ann.address,
      },
      {
        state: 'failed',
        queue: sendEmailJob.name,
        reason: 'The mail relay refused the email.',
        attempts: 1,
        mailboxId: null,
        userEmail: ann.address,
      },
    ])
  })

  test('pages through failed jobs and quarantined messages without gaps', async () => {
    const mailboxId = ann.id
    await db.execute(sql`
      insert into pgboss.job (name, state, completed_on, data)
      select ${syncMailboxJob.name}, 'failed', timestamptz '2026-01-01' + n * interval '2 seconds',
        jsonb_build_object('mailboxId', ${mailboxId}::text)
      from generate_series(1, 60) n`)
    await db.execute(sql`
      insert into decisions (mailbox_id, provider_message_id, outcome, reason, decided_at)
      select ${mailboxId}, 'q' || n, 'keep', 'could-not-be-checked',
        timestamptz '2026-01-01' + n * interval '2 seconds'
      from generate_series(1, 60) n`)
    const first = await list()
    const second = await list(first.nextCursor ?? '')
    const third = await list(second.nextCursor ?? '')
    expect([first.list.length, second.list.length, third.list.length]).toEqual([50, 50, 20])
    expect(third.nextCursor).toBeNull()
    const all = [...first.list, ...second.list, ...third.list]
    expect(new Set(all.map(({ id }) => id)).size).toBe(120)
    const times = all.map(({ failedAt }) => failedAt.getTime())
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  test.each(['', 'x', 'AAAA', Buffer.from('2026-99-99T00:00:00.000000Z x').toString('base64url')])(
    'refuses the cursor %j',
    async (cursor) => {
      await expect(list(cursor)).rejects.toMatchObject({ code: 'invalid' })
    },
  )

  test('lists a job without an owner', async () => {
    await db.execute(sql`
      insert into pgboss.job (name, state, completed_on, data) values
        ('end-trials', 'failed', now(), '{}'),
        ('sync-mailbox', 'failed', now(), ${JSON.stringify({ mailboxId: randomUUID() as MailboxId })}::jsonb)`)
    expect((await list()).list.map(({ userEmail }) => userEmail)).toEqual([null, null])
  })
})

describe('a retry', () => {
  test('of an email that the relay refused sends it, and is in the audit log', async () => {
    const job = await refuseEmail()
    const [refused] = await db.select().from(emails).where(eq(emails.userId, ann.userId))
    expect(refused?.droppedAt).not.toBeNull()
    const sent = notify.sent.length
    await retryJob(ctx, admin, job)
    await runJobsUntilIdle()
    expect(notify.sent.length).toBe(sent + 1)
    expect((await list()).list).toEqual([])
    expect((await loadActs()).at(-1)).toMatchObject({
      act: 'retry-job',
      actorId: admin.userId,
      ip: admin.ip,
      subjectId: job.id,
      details: { queue: sendEmailJob.name },
    })
  })

  test.each(['confirm-new-address', 'address-changed'] as const)(
    'of %s is refused: its own address is erased, and it must not go to another',
    async (kind) => {
      const job = await refuseEmail()
      const emailId = await findEmailId(job.id)
      await db.update(emails).set({ kind }).where(eq(emails.id, emailId))
      await expect(retryJob(ctx, admin, job)).rejects.toMatchObject({ code: 'conflict' })
      expect((await list()).list).toMatchObject([{ id: job.id }])
      await dropJob(ctx, admin, job)
    },
  )

  test('that is refused leaves neither an entry in the audit log nor a revived email', async () => {
    const job = await refuseEmail()
    const emailId = await findEmailId(job.id)
    await ctx.jobs.enqueue(db, sendEmailJob, { emailId })
    const acts = await loadActs()
    await expect(retryJob(ctx, admin, job)).rejects.toMatchObject({
      code: 'conflict',
      message: 'A newer job is already doing the same work. You can drop this one.',
    })
    await expect(retryJob(ctx, admin, { ...job, id: randomUUID() })).rejects.toMatchObject({
      code: 'not-found',
    })
    const [email] = await db.select().from(emails).where(eq(emails.id, emailId))
    expect(email?.droppedAt).not.toBeNull()
    expect(await loadActs()).toEqual(acts)
  })

  test('twice at once runs the job once and is recorded once', async () => {
    const job = await refuseEmail()
    const acts = (await loadActs()).length
    const results = await Promise.allSettled([1, 2].map(() => retryJob(ctx, admin, job)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await loadActs()).length).toBe(acts + 1)
  })

  async function findEmailId(jobId: string): Promise<EmailId> {
    const { rows } = await db.execute<{ id: EmailId }>(
      sql`select data->>'emailId' as id from pgboss.job where id = ${jobId}`,
    )
    return rows[0]?.id ?? (randomUUID() as EmailId)
  }
})

test('a dropped job is gone, and a second drop says so', async () => {
  const job = await refuseEmail()
  await dropJob(ctx, admin, job)
  expect((await list()).list).toEqual([])
  expect((await loadActs()).at(-1)).toMatchObject({ act: 'drop-job', subjectId: job.id })
  await expect(dropJob(ctx, admin, job)).rejects.toMatchObject({
    code: 'not-found',
    message: 'This job is gone. It was dropped, or it’s too old.',
  })
})

describe('a quarantined message', () => {
  const loadCounts = (inbox: FakeInbox) =>
    db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, inbox.id))

  test('is judged again, counts once, and its sender gets no late reply', async () => {
    const bob = await newReplyingInbox(pipeline)
    const id = await quarantineOne(bob)
    const [job] = (await list()).list
    if (!job) throw new Error('Nothing is quarantined')
    expect(await bob.decisions()).toMatchObject([{ outcome: 'keep' }])
    await retryJob(ctx, admin, job)
    expect(await db.select().from(undecidedMessages)).toMatchObject([{ providerMessageId: id }])
    await runJobsUntilIdle()
    expect(await bob.decisions()).toMatchObject([
      { outcome: 'filter', providerMessageId: id, mayReply: false },
    ])
    expect(bob.inbox()).toEqual([])
    expect(bob.box.sentReplies).toEqual([])
    expect(await loadCounts(bob)).toMatchObject([{ processed: 1, filtered: 1 }])
    expect((await loadActs()).at(-1)).toMatchObject({
      act: 'retry-job',
      subjectId: job.id,
      details: { queue: 'quarantine' },
    })
    await expect(retryJob(ctx, admin, job)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('is subtracted from the day that counted it', async () => {
    const bob = await newInbox()
    await quarantineOne(bob)
    const [job] = (await list()).list
    if (!job) throw new Error('Nothing is quarantined')
    const countedOn = '2026-01-01'
    await db.update(decisions).set({ countedOn }).where(eq(decisions.mailboxId, bob.id))
    await db.update(dailyCounts).set({ dayOn: countedOn }).where(eq(dailyCounts.mailboxId, bob.id))
    await retryJob(ctx, admin, job)
    expect(await loadCounts(bob)).toMatchObject([{ dayOn: countedOn, processed: 0 }])
    await runJobsUntilIdle()
  })

  test('is left in the inbox for good, and not judged by a later sync', async () => {
    const bob = await newInbox()
    const id = await quarantineOne(bob)
    const [job] = (await list()).list
    if (!job) throw new Error('Nothing is quarantined')
    await dropJob(ctx, admin, job)
    await sync(bob)
    expect(bob.inbox()).toEqual([id])
    expect((await list()).list).toEqual([])
    for (const change of [dropJob, retryJob])
      await expect(change(ctx, admin, job)).rejects.toMatchObject({
        code: 'conflict',
        message: 'Someone has already decided what happens to this email.',
      })
    expect((await loadActs()).at(-1)).toMatchObject({ act: 'drop-job', subjectId: job.id })
    expect(await db.select().from(undecidedMessages)).toEqual([])
  })

  test('retried twice at once is judged once', async () => {
    const bob = await newInbox()
    await quarantineOne(bob)
    const [job] = (await list()).list
    if (!job) throw new Error('Nothing is quarantined')
    const results = await Promise.allSettled([1, 2].map(() => retryJob(ctx, admin, job)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await runJobsUntilIdle()
    expect(await loadCounts(bob)).toMatchObject([{ processed: 1, filtered: 1 }])
  })

  test('can be retried or dropped, a filtered message cannot', async () => {
    const bob = await newInbox()
    await sync(bob)
    bob.receive()
    await sync(bob)
    const [decision] = await bob.decisions()
    const job = { id: decision?.id ?? '', queue: 'quarantine' }
    await expect(retryJob(ctx, admin, job)).rejects.toMatchObject({ code: 'not-found' })
    await expect(dropJob(ctx, admin, job)).rejects.toMatchObject({ code: 'conflict' })
    expect(await bob.decisions()).toMatchObject([{ outcome: 'filter', leftUncheckedAt: null }])
  })
})
