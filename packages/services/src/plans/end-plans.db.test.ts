import { customers, emails, mailboxes, payments, subscriptions, users } from '@doorman/db/schema'
import { dayMs, hourMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { endPlans } from './end-plans.ts'

const world = await openFakePipeline()
const { ctx } = world

const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs)

/** A user whose trial ended this many days ago. The last day of a trial counts in full. */
async function newUser({ ended = 0.1 }: { ended?: number } = {}): Promise<FakeInbox> {
  const ann = await world.newInbox()
  await ctx.db
    .update(users)
    .set({ trialEndsAt: daysAgo(ended + 1) })
    .where(eq(users.id, ann.userId))
  return ann
}

const setSubscription = (
  { userId }: FakeInbox,
  values: Partial<typeof subscriptions.$inferInsert>,
) => {
  const row = {
    status: 'active' as const,
    interval: 'monthly' as const,
    periodStartsAt: daysAgo(20),
    endsAt: daysAgo(-10),
    ...values,
  }
  return ctx.db
    .insert(subscriptions)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: subscriptions.userId, set: row })
}

async function countEmails({ userId }: FakeInbox): Promise<number> {
  return ctx.db.$count(emails, eq(emails.userId, userId))
}

async function countActive({ userId }: FakeInbox): Promise<number> {
  const all = await ctx.db.select().from(mailboxes).where(eq(mailboxes.userId, userId))
  return all.filter(({ isActive }) => isActive).length
}

test('after the trial one mailbox stays active, and the user gets one email', async () => {
  const ann = await newUser()
  await world.newInbox({ of: ann })
  expect(await countActive(ann)).toBe(2)
  await endPlans(ctx)
  await endPlans(ctx)
  expect(await countActive(ann)).toBe(1)
  const sent = await ctx.db.select().from(emails).where(eq(emails.userId, ann.userId))
  expect(sent).toMatchObject([{ kind: 'plan-ended' }])
})

test('two workers order one email', async () => {
  const ann = await newUser()
  await Promise.all([endPlans(ctx), endPlans(ctx), endPlans(ctx)])
  expect(await countEmails(ann)).toBe(1)
})

test('a user with one mailbox or none gets the email, too', async () => {
  const [one, none] = [await newUser(), await newUser()]
  await ctx.db.delete(mailboxes).where(eq(mailboxes.id, none.id))
  await endPlans(ctx)
  expect([await countEmails(one), await countEmails(none)]).toEqual([1, 1])
})

test.each([
  ['no email on the last day of the trial', -0.9, 0],
  ['an email in the first hour after it', 0.04, 1],
  ['an email almost a week after it', 6.9, 1],
  ['no email a week after it, as for trials that ended before these emails existed', 7.1, 0],
])('%s', async (_case, ended, count) => {
  const ann = await newUser({ ended })
  await endPlans(ctx)
  expect(await countEmails(ann)).toBe(count)
})

test('a mailbox too many is deactivated, however long ago the trial ended', async () => {
  const ann = await newUser({ ended: 300 })
  await world.newInbox({ of: ann })
  await endPlans(ctx)
  expect([await countActive(ann), await countEmails(ann)]).toEqual([1, 0])
})

test.each([
  ['active', { status: 'active' }, 0],
  ['trialing', { status: 'trialing' }, 0],
  ['overdue, within the grace period', { status: 'past_due', periodStartsAt: daysAgo(13) }, 0],
  ['overdue, after the grace period', { status: 'past_due', periodStartsAt: daysAgo(14.1) }, 1],
  ['unpaid', { status: 'unpaid', periodStartsAt: daysAgo(15) }, 1],
  ['paused, as a trial without a card', { status: 'paused', endsAt: daysAgo(0.01) }, 1],
  ['active, and not heard of for ten days', { status: 'active', endsAt: daysAgo(10) }, 0],
  ['not renewed for two weeks', { status: 'active', endsAt: daysAgo(14.1) }, 1],
  ['canceled a moment ago', { status: 'canceled', cancelsAt: daysAgo(0.01) }, 1],
  ['canceled two weeks ago', { status: 'canceled', cancelsAt: daysAgo(14) }, 0],
] as const)('with a subscription that is %s', async (_case, values, count) => {
  const ann = await newUser({ ended: 100 })
  await world.newInbox({ of: ann })
  await setSubscription(ann, values)
  await endPlans(ctx)
  await endPlans(ctx)
  expect(await countEmails(ann)).toBe(count)
  const hasPro = /active|trialing|within/.test(_case)
  expect(await countActive(ann)).toBe(hasPro ? 2 : 1)
})

test('a subscription whose grace period is over, and that is cancelled later, has ended once', async () => {
  const ann = await newUser({ ended: 100 })
  const periodStartsAt = daysAgo(15)
  await setSubscription(ann, { status: 'past_due', periodStartsAt })
  await endPlans(ctx)
  world.advance(hourMs)
  await setSubscription(ann, { status: 'canceled', periodStartsAt, cancelsAt: ctx.now() })
  await endPlans(ctx)
  expect(await countEmails(ann)).toBe(1)
})

test('a subscription whose overdue period is paid late, and that is cancelled then, has ended twice', async () => {
  const ann = await newUser({ ended: 100 })
  const periodStartsAt = daysAgo(15)
  await pay(ann, daysAgo(45))
  await setSubscription(ann, { status: 'past_due', periodStartsAt })
  await endPlans(ctx)
  world.advance(hourMs)
  await pay(ann, ctx.now())
  await setSubscription(ann, { status: 'active', periodStartsAt })
  await endPlans(ctx)
  expect(await countEmails(ann)).toBe(1)
  world.advance(hourMs)
  await setSubscription(ann, { status: 'canceled', periodStartsAt, cancelsAt: ctx.now() })
  await endPlans(ctx)
  await endPlans(ctx)
  expect(await countEmails(ann)).toBe(2)
})

async function pay({ userId, id }: FakeInbox, paidAt: Date): Promise<void> {
  const customer = { userId, providerCustomerId: `cus_${id}`, createdAt: paidAt }
  await ctx.db.insert(customers).values(customer).onConflictDoNothing()
  const [payer] = await ctx.db.select().from(customers).where(eq(customers.userId, userId))
  if (!payer) throw new Error('No customer')
  await ctx.db.insert(payments).values({
    providerInvoiceId: `in_${id}_${paidAt.getTime()}`,
    payerId: payer.id,
    number: 'A-1',
    amountCents: 900,
    currency: 'usd',
    interval: 'monthly',
    periodStartsAt: paidAt,
    periodEndsAt: paidAt,
    paidAt,
  })
}

test('a user who loses Pro a second time gets a second email', async () => {
  const ann = await newUser()
  await endPlans(ctx)
  await setSubscription(ann, { status: 'active', periodStartsAt: ctx.now() })
  await endPlans(ctx)
  expect(await countEmails(ann)).toBe(1)
  await setSubscription(ann, {
    status: 'canceled',
    periodStartsAt: ctx.now(),
    cancelsAt: ctx.now(),
  })
  world.advance(hourMs)
  await endPlans(ctx)
  expect(await countEmails(ann)).toBe(2)
})

test('a payment that arrives while the job runs keeps Pro', async () => {
  const ann = await newUser()
  await world.newInbox({ of: ann })
  let ends: Promise<void> | undefined
  await ctx.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, ann.userId)).for('no key update')
    ends = endPlans(ctx)
    await tx.insert(subscriptions).values({
      userId: ann.userId,
      status: 'active',
      interval: 'monthly',
      endsAt: daysAgo(-30),
    })
    // The job has chosen the user and waits for the lock.
    await expect.poll(countWaiting).toBeGreaterThan(0)
  })
  await ends
  expect([await countActive(ann), await countEmails(ann)]).toEqual([2, 0])
})

async function countWaiting(): Promise<number> {
  const { rows } = await ctx.db.execute(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows.length
}

test('one run reaches all users, batch by batch', async () => {
  const all = [await newUser(), await newUser(), await newUser()]
  await endPlans(ctx, {}, { batchSize: 2 })
  expect(await Promise.all(all.map(countEmails))).toEqual([1, 1, 1])
})
