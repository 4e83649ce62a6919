import { emails } from '@doorman/db/schema'
import { dayMs, hourMs } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '../housekeeping/delete-expired.ts'
import { orderEarlierEmailJob, sendEmailJob } from '../ports/jobs.ts'
import { listOrdered, order } from '../testing/fake-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { orderEarlierEmail } from './order-earlier-email.ts'
import { sendWaitingEmails } from './send-waiting-emails.ts'

const world = await openFakePipeline()
const { ctx, newInbox, notify, runJobsUntilIdle, advance, makeRetriesDue } = world

beforeEach(() => {
  notify.sent.length = 0
})

const orderFor = ({ userId }: FakeInbox) => order(ctx, { userId, kind: 'password-changed' })
const sentTo = ({ address }: FakeInbox) => notify.sent.filter(({ to }) => to === address)
const load = async ({ userId }: FakeInbox) =>
  (await listOrdered(ctx.db, userId, 'password-changed')).at(-1)
const countJobs = async () =>
  (await ctx.db.execute(sql`select from pgboss.job where state < 'completed'`)).rows.length

/** The queue has given up the job, as it does after a day of retries. */
const loseJobs = () => ctx.db.execute(sql`delete from pgboss.job`)

test('an email is sent once, and the relay gets its id', async () => {
  const ann = await newInbox()
  const id = await orderFor(ann)
  await runJobsUntilIdle()
  await ctx.jobs.enqueue(ctx.db, sendEmailJob, { emailId: id })
  await runJobsUntilIdle()
  expect(sentTo(ann)).toMatchObject([{ id, email: { kind: 'password-changed' } }])
  expect(await load(ann)).toMatchObject({ sentAt: expect.any(Date), droppedAt: null })
})

test('while the relay is down nothing is lost, and then each email is sent once', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  await orderFor(ann)
  await orderFor(bob)
  world.expectError('job-failed')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    notify.failNextWith = { kind: 'unavailable' }
    await makeRetriesDue()
    await runJobsUntilIdle()
  }
  await makeRetriesDue()
  await runJobsUntilIdle()
  expect(sentTo(ann)).toHaveLength(1)
  expect(sentTo(bob)).toHaveLength(1)
})

test('an email whose job has run out of retries is sent by a new job, once', async () => {
  const ann = await newInbox()
  await orderFor(ann)
  await loseJobs()
  await sendWaitingEmails(ctx)
  expect(await countJobs()).toBe(0)
  advance(2 * hourMs)
  await sendWaitingEmails(ctx)
  await sendWaitingEmails(ctx)
  expect(await countJobs()).toBe(1)
  await runJobsUntilIdle()
  await sendWaitingEmails(ctx)
  await runJobsUntilIdle()
  expect(sentTo(ann)).toHaveLength(1)
})

test('an email that is still retried gets no second job', async () => {
  const ann = await newInbox()
  await orderFor(ann)
  world.expectError('job-failed')
  notify.failNextWith = { kind: 'unavailable' }
  await runJobsUntilIdle()
  advance(2 * hourMs)
  await sendWaitingEmails(ctx)
  expect(await countJobs()).toBe(1)
  await makeRetriesDue()
  await runJobsUntilIdle()
  expect(sentTo(ann)).toHaveLength(1)
})

test('all waiting emails are enqueued, however many', async () => {
  const ann = await newInbox()
  await ctx.db.execute(sql`
    insert into emails (user_id, kind, occasion, created_at)
    select ${ann.userId}, case when n % 2 = 0 then 'weekly-report' else 'password-changed' end, n,
      ${ctx.now().toISOString()}::timestamptz - interval '2 hours'
    from generate_series(1, 2100) n`)
  await loseJobs()
  await sendWaitingEmails(ctx)
  expect(await countJobs()).toBe(2_100)
  await ctx.db.delete(emails).where(eq(emails.userId, ann.userId))
  await loseJobs()
})

test('an email that could not be sent for a week is dropped', async () => {
  const ann = await newInbox()
  await orderFor(ann)
  await loseJobs()
  advance(7 * dayMs + hourMs)
  await sendWaitingEmails(ctx)
  await runJobsUntilIdle()
  expect(sentTo(ann)).toEqual([])
  expect(await load(ann)).toMatchObject({ sentAt: null, droppedAt: expect.any(Date) })
})

test('an email that the relay refuses is dropped and not tried again', async () => {
  const ann = await newInbox()
  await orderFor(ann)
  notify.failNextWith = { kind: 'refused' }
  await runJobsUntilIdle()
  expect(await load(ann)).toMatchObject({ sentAt: null, droppedAt: expect.any(Date) })
  advance(2 * hourMs)
  await sendWaitingEmails(ctx)
  await runJobsUntilIdle()
  expect(sentTo(ann)).toEqual([])
})

test('an order in a transaction that is rolled back sends nothing', async () => {
  const ann = await newInbox()
  await ctx.db
    .transaction(async (tx) => {
      await order({ ...ctx, db: tx }, { userId: ann.userId, kind: 'welcome' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  await runJobsUntilIdle()
  expect(sentTo(ann)).toEqual([])
})

test('a second order for the same occasion does nothing', async () => {
  const ann = await newInbox()
  const welcome = { userId: ann.userId, kind: 'welcome', occasion: 'once' } as const
  await Promise.all([order(ctx, welcome), order(ctx, welcome)])
  await runJobsUntilIdle()
  await order(ctx, welcome)
  await runJobsUntilIdle()
  expect(sentTo(ann)).toHaveLength(1)
})

test('an email that a process of version 0.2 has enqueued is sent', async () => {
  const ann = await newInbox()
  const { userId } = ann
  await ctx.jobs.enqueue(ctx.db, orderEarlierEmailJob, { userId, kind: 'reset-password' })
  await ctx.jobs.enqueue(ctx.db, orderEarlierEmailJob, { userId, kind: 'something-else' })
  await runJobsUntilIdle()
  expect(sentTo(ann).map(({ email }) => email.kind)).toEqual(['reset-password'])
})

test('a job of version 0.2 that runs twice orders one email', async () => {
  const ann = await newInbox()
  const job = { userId: ann.userId, kind: 'reset-password' }
  await orderEarlierEmail(ctx, job)
  await orderEarlierEmail(ctx, job)
  expect(await listOrdered(ctx.db, ann.userId, 'reset-password')).toHaveLength(1)
  advance(dayMs)
  await orderEarlierEmail(ctx, job)
  await orderEarlierEmail(ctx, { ...job, mailboxId: ann.id })
  expect(await listOrdered(ctx.db, ann.userId, 'reset-password')).toHaveLength(3)
})

test('rows are deleted after 400 days, except those that keep an email from being sent again', async () => {
  const ann = await newInbox()
  await orderFor(ann)
  await order(ctx, { userId: ann.userId, kind: 'trial-reminder', occasion: '7' })
  advance(399 * dayMs)
  await deleteExpired(ctx)
  expect(await load(ann)).toBeDefined()
  advance(2 * dayMs)
  await deleteExpired(ctx)
  expect(await load(ann)).toBeUndefined()
  expect(await listOrdered(ctx.db, ann.userId, 'trial-reminder')).toHaveLength(1)
})
