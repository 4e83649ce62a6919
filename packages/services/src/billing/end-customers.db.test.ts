import { checkouts, customers, paymentEvents, payments, users } from '@doorman/db/schema'
import type { PayerId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '../housekeeping/delete-expired.ts'
import { endCustomersJob } from '../ports/jobs.ts'
import { openFakeBilling, type FakePayer } from '../testing/fake-billing.ts'
import { endCustomer, endCustomers } from './end-customers.ts'
import { syncSubscription } from './sync-subscription.ts'

const world = await openFakeBilling()
const { ctx, stripe, pay, receive, takeEvents } = world
const { client } = stripe

beforeEach(async () => {
  stripe.world.faults.clear()
  await ctx.db.delete(payments)
  await ctx.db.delete(customers).where(isNull(customers.userId))
})

async function newSubscriber(): Promise<FakePayer & { readonly customer: string }> {
  const ann = await world.newPayer()
  await pay((await ann.startCheckout()).url)
  return { ...ann, customer: await ann.customerId() }
}

/** Deletes the row of the user, as `deleteUser` does. */
async function deleteAccount({ userId }: FakePayer): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.delete(users).where(eq(users.id, userId))
    await ctx.jobs.enqueue(tx, endCustomersJob, {})
  })
}

async function loadOrphan(customer: string) {
  const [row] = await ctx.db
    .select()
    .from(customers)
    .where(eq(customers.providerCustomerId, customer))
  if (!row) throw new Error('The customer is gone')
  return row
}

const countOrphans = (customer: string) =>
  ctx.db.$count(customers, eq(customers.providerCustomerId, customer))

async function isRunning(customer: string): Promise<boolean> {
  return (await client.subscriptions.list({ customer })).data.length > 0
}

test('the subscription of a deleted user ends, and so does the customer', async () => {
  const ann = await newSubscriber()
  const bob = await newSubscriber()
  await receive(takeEvents())
  await deleteAccount(ann)
  await world.runJobsUntilIdle()
  expect(await isRunning(ann.customer)).toBe(false)
  expect(await client.customers.retrieve(ann.customer)).toMatchObject({ deleted: true })
  expect(await loadOrphan(ann.customer)).toMatchObject({ userId: null, endedAt: expect.any(Date) })
  expect(await isRunning(bob.customer)).toBe(true)
})

test('payments stay under an id without a name, also one that no event has reported yet', async () => {
  const ann = await newSubscriber()
  await deleteAccount(ann)
  await world.runJobsUntilIdle()
  const orphan = await loadOrphan(ann.customer)
  const rows = await ctx.db.select().from(payments).where(eq(payments.payerId, orphan.id))
  expect(rows).toMatchObject([{ amountCents: 900 }])
  expect(JSON.stringify([orphan, rows])).not.toContain(ann.address)
})

test('while Stripe is down the job is retried', async () => {
  const ann = await newSubscriber()
  await deleteAccount(ann)
  const match = ({ method }: Request) => method === 'DELETE'
  stripe.world.faults.push({ provider: 'stripe', match, times: 2, effect: 'server-error' })
  for (const isOver of [false, false, true]) {
    await world.makeRetriesDue()
    await world.runJobsUntilIdle()
    expect((await loadOrphan(ann.customer)).endedAt !== null).toBe(isOver)
  }
  expect(await isRunning(ann.customer)).toBe(false)
})

test('a job that was killed after Stripe had deleted the customer is finished', async () => {
  const ann = await newSubscriber()
  await deleteAccount(ann)
  stripe.world.faults.push({
    provider: 'stripe',
    match: ({ method }) => method === 'DELETE',
    effect: 'applied-then-500',
  })
  await world.runJobsUntilIdle()
  expect((await loadOrphan(ann.customer)).endedAt).toBeNull()
  await world.makeRetriesDue()
  await world.runJobsUntilIdle()
  expect((await loadOrphan(ann.customer)).endedAt).toEqual(expect.any(Date))
})

test('customers that Stripe does not know do not block the others', async () => {
  world.expectError('non-fatal-error')
  const lost = Array.from({ length: 5 }, (_, index) => `cus_lost${index}`)
  const ids = lost.map((_, index) => `00000000-0000-4000-8000-00000000000${index}` as PayerId)
  await ctx.db.insert(customers).values(
    lost.map((providerCustomerId, index) => ({
      ...(ids[index] && { id: ids[index] }),
      providerCustomerId,
      createdAt: new Date('2020-01-01'),
    })),
  )
  const ann = await newSubscriber()
  await ctx.db.delete(users).where(eq(users.id, ann.userId))
  await endCustomers(ctx, {}, { batchSize: 2 })
  await world.runJobsUntilIdle()
  for (const id of lost) expect((await loadOrphan(id)).endedAt).toBeNull()
  expect((await loadOrphan(ann.customer)).endedAt).toEqual(expect.any(Date))
})

test('a customer that Stripe cannot delete now does not block the others', async () => {
  const payers = [await newSubscriber(), await newSubscriber(), await newSubscriber()]
  const [first] = payers
  const match = ({ url }: Request) => url.includes(first?.customer ?? '')
  stripe.world.faults.push({ provider: 'stripe', match, effect: 'server-error' })
  for (const payer of payers) await deleteAccount(payer)
  await world.runJobsUntilIdle()
  const ended = await Promise.all(payers.map(({ customer }) => loadOrphan(customer)))
  expect(ended.map(({ endedAt }) => endedAt !== null)).toEqual([false, true, true])
  await world.makeRetriesDue()
  await world.runJobsUntilIdle()
  expect((await loadOrphan(first?.customer ?? '')).endedAt).toEqual(expect.any(Date))
})

test('customers who have a user are left alone, and without payments nothing is ended', async () => {
  const [ann, bob] = [await newSubscriber(), await newSubscriber()]
  await deleteAccount(bob)
  const bobRow = await loadOrphan(bob.customer)
  await endCustomers({ ...ctx, payments: null })
  await endCustomer({ ...ctx, payments: null }, { payerId: bobRow.id })
  await endCustomer(ctx, { payerId: (await loadOrphan(ann.customer)).id })
  expect(await isRunning(bob.customer)).toBe(true)
  await world.runJobsUntilIdle()
  expect(await isRunning(bob.customer)).toBe(false)
  expect(await isRunning(ann.customer)).toBe(true)
})

test('payments are kept for seven years, and their customer as long', async () => {
  const ann = await newSubscriber()
  await deleteAccount(ann)
  await world.runJobsUntilIdle()
  const orphan = await loadOrphan(ann.customer)
  const paidAt = ctx.now()
  paidAt.setUTCFullYear(paidAt.getUTCFullYear() - 7)
  const setPaidAt = (ms: number) =>
    ctx.db.update(payments).set({ paidAt: new Date(paidAt.getTime() + ms) })
  await setPaidAt(dayMs)
  await deleteExpired(ctx)
  expect(await ctx.db.$count(payments, eq(payments.payerId, orphan.id))).toBe(1)
  expect(await countOrphans(ann.customer)).toBe(1)
  await setPaidAt(-dayMs)
  await deleteExpired(ctx)
  expect(await ctx.db.$count(payments)).toBe(0)
  expect(await countOrphans(ann.customer)).toBe(0)
})

test('payments that are too old to be kept are not recorded again', async () => {
  const ann = await newSubscriber()
  await receive(takeEvents())
  await ctx.db.delete(payments)
  const inYears = new Date(ctx.now())
  inYears.setUTCFullYear(inYears.getUTCFullYear() + 7, inYears.getUTCMonth() + 1)
  await syncSubscription({ ...ctx, now: () => inYears }, ann)
  expect(await ctx.db.$count(payments)).toBe(0)
  await syncSubscription(ctx, ann)
  expect(await ctx.db.$count(payments)).toBe(1)
})

test('a customer without payments stays until it is ended', async () => {
  const ann = await world.newPayer()
  await ann.startCheckout()
  const customer = await ann.customerId()
  await deleteExpired(ctx)
  expect(await ann.customerId()).toBe(customer)
  await deleteAccount(ann)
  await deleteExpired(ctx)
  expect(await countOrphans(customer)).toBe(1)
  await world.runJobsUntilIdle()
  await deleteExpired(ctx)
  expect(await countOrphans(customer)).toBe(0)
})

test('events are forgotten after 90 days, and checkouts 30 days after they expired', async () => {
  const ago = (days: number) => new Date(ctx.now().getTime() - days * dayMs)
  const ann = await world.newPayer()
  await ctx.db.delete(paymentEvents)
  await ctx.db.insert(paymentEvents).values([
    { id: 'evt_old', receivedAt: ago(91) },
    { id: 'evt_new', receivedAt: ago(89) },
  ])
  await ctx.db.delete(checkouts)
  await ctx.db.insert(checkouts).values(
    [31, 29, -1].map((days) => ({
      providerSessionId: `cs_${days}`,
      userId: ann.userId,
      interval: 'monthly' as const,
      url: 'https://stripe.test/',
      createdAt: ago(days + 1),
      expiresAt: ago(days),
    })),
  )
  await deleteExpired(ctx)
  expect(await ctx.db.select({ id: paymentEvents.id }).from(paymentEvents)).toEqual([
    { id: 'evt_new' },
  ])
  const left = await ctx.db.select({ id: checkouts.providerSessionId }).from(checkouts)
  expect(left.map(({ id }) => id).sort()).toEqual(['cs_-1', 'cs_29'])
})
