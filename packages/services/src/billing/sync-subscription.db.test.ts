import { customers, deletedUsers, mailboxes, paymentEvents, users } from '@doorman/db/schema'
import { dayMs } from '@doorman/domain/time'
import type { Payments } from '@doorman/payments/payments'
import type { SignedEvent } from '@doorman/payments/testing/simulated-payments'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { cards, openFakeBilling, type FakePayer } from '../testing/fake-billing.ts'
import { syncSubscriptionJob } from '../ports/jobs.ts'
import { receivePaymentEvent } from './receive-payment-event.ts'
import { listReceipts } from './list-receipts.ts'
import { syncAllSubscriptions } from './sync-all-subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

const world = await openFakeBilling()
const { ctx, stripe, pay, passDays, receive, takeEvents } = world
const { client } = stripe

beforeEach(() => {
  stripe.world.faults.clear()
  takeEvents()
})

async function subscribe(ann: FakePayer, card = cards.pays): Promise<void> {
  await pay((await ann.startCheckout()).url, card)
}

async function takeEventsOf(ann: FakePayer): Promise<readonly SignedEvent[]> {
  const customerId = await ann.customerId()
  return takeEvents().filter(({ body }) => body.includes(customerId))
}

describe('events that change nothing', () => {
  const countCalls = async (act: () => Promise<void>) => {
    stripe.world.record.requests.length = 0
    await act()
    return stripe.world.record.requests.length
  }

  test('a refund and a dispute leave the subscription as Stripe has it', async () => {
    const ann = await world.newPayer()
    await subscribe(ann)
    await receive(takeEvents())
    const customer = await ann.customerId()
    const refund = { object: 'charge', id: 'ch_1', customer, refunded: true }
    // A dispute names its charge, but no customer: it is stored and ignored.
    const dispute = {
      object: 'dispute',
      id: 'du_1',
      amount: 900,
      charge: 'ch_1',
      payment_intent: 'pi_1',
      reason: 'fraudulent',
      status: 'needs_response',
    }
    const toEvent = (type: string, object: object) => ({
      id: `evt_${type.replaceAll('.', '_')}`,
      object: 'event',
      livemode: false,
      type,
      data: { object },
    })
    const calls = () => receive([world.sign(toEvent('charge.dispute.created', dispute))])
    expect(await countCalls(calls)).toBe(0)
    expect(
      await ctx.db.$count(paymentEvents, eq(paymentEvents.id, 'evt_charge_dispute_created')),
    ).toBe(1)
    await receive([world.sign(toEvent('charge.refunded', refund))])
    expect(await ann.info()).toMatchObject({ plan: 'paid', subscriptionStatus: 'active' })
  })

  test('a repeated event asks Stripe nothing', async () => {
    const ann = await world.newPayer()
    await pay((await ann.startCheckout()).url)
    const events = takeEvents()
    expect(await countCalls(() => receive(events))).toBeGreaterThan(0)
    expect(await countCalls(() => receive(events))).toBe(0)
    expect((await ann.info()).plan).toBe('paid')
  })

  test('an event about a customer we don’t know is stored and ignored', async () => {
    await client.customers.create({ email: 'stranger@example.com' })
    const events = takeEvents()
    expect(await countCalls(() => receive(events))).toBe(0)
    const { id } = JSON.parse(events[0]?.body ?? '') as { id: string }
    expect(await ctx.db.$count(paymentEvents, eq(paymentEvents.id, id))).toBe(1)
  })

  test('an event about a deleted user recreates nothing', async () => {
    const ann = await world.newPayer()
    await pay((await ann.startCheckout()).url)
    await ctx.db.insert(deletedUsers).values({ id: ann.userId, deletedAt: ctx.now() })
    await ctx.db.delete(users).where(eq(users.id, ann.userId))
    await receive(takeEvents())
    expect(await ann.subscription()).toBeNull()
    expect(await ann.emails()).toEqual([])
  })

  test('a user who is deleted while Stripe is asked is not recreated', async () => {
    const ann = await world.newPayer()
    await pay((await ann.startCheckout()).url)
    await syncSubscription(
      withPayments({
        async listPaidInvoices(id) {
          const found = await world.payments.listPaidInvoices(id)
          await ctx.db.delete(users).where(eq(users.id, ann.userId))
          return found
        },
      }),
      ann,
    )
    expect(await ann.subscription()).toBeNull()
  })
})

const withPayments = (changes: Partial<Payments>) => ({
  ...ctx,
  payments: { ...world.payments, ...changes },
})

test('an older answer that arrives late does not overwrite a newer one', async () => {
  const ann = await world.newPayer()
  await pay((await ann.startCheckout()).url)
  const late = withPayments({
    async listPaidInvoices(id) {
      // The subscription was read as active. Now it ends, and another worker notices first.
      const [found] = await world.payments.listSubscriptions(id)
      await world.payments.cancelSubscription(found?.id ?? '', 'test')
      await syncSubscription(ctx, ann)
      return world.payments.listPaidInvoices(id)
    },
  })
  await syncSubscription(late, ann)
  expect(await ann.subscription()).toMatchObject({ status: 'canceled' })
  expect((await ann.info()).plan).toBe('free')
  expect(await ann.emails()).toEqual([])
})

test('the age of an answer counts from its request, not from its arrival', async () => {
  const ann = await world.newPayer()
  await pay((await ann.startCheckout()).url)
  const late = withPayments({
    async listSubscriptions(id) {
      const before = await world.payments.listSubscriptions(id)
      await world.payments.cancelSubscription(before[0]?.id ?? '', 'test')
      await syncSubscription(ctx, ann)
      return before
    },
  })
  await syncSubscription(late, ann)
  expect(await ann.subscription()).toMatchObject({ status: 'canceled' })
})

test('an older answer without a subscription does not end a newer subscription', async () => {
  const ann = await world.newPayer()
  const { url } = await ann.startCheckout()
  const late = withPayments({
    async listSubscriptions(id) {
      const none = await world.payments.listSubscriptions(id)
      await pay(url)
      await syncSubscription(ctx, ann)
      return none
    },
  })
  await syncSubscription(late, ann)
  expect(await ann.subscription()).toMatchObject({ status: 'active' })
})

test('an event whose job cannot be stored is not stored, so that Stripe repeats it', async () => {
  const ann = await world.newPayer()
  await pay((await ann.startCheckout()).url)
  const [signed] = takeEvents()
  const event = signed && (await world.payments.readEvent(signed))
  if (!event || event === 'unproven') throw new Error('There is no event')
  const jobs = { ...ctx.jobs, enqueue: () => Promise.reject(new Error('The queue is down')) }
  await expect(receivePaymentEvent({ ...ctx, jobs }, event)).rejects.toThrow('The queue is down')
  expect(await ctx.db.$count(paymentEvents, eq(paymentEvents.id, event.id))).toBe(0)
})

test('two syncs at once end in one state, with one email', async () => {
  const ann = await world.newPayer()
  await pay((await ann.startCheckout()).url)
  await Promise.all([1, 2, 3].map(() => syncSubscription(ctx, ann)))
  expect((await ann.info()).plan).toBe('paid')
  expect(await ann.emails()).toEqual(['subscription-confirmed'])
  expect(await listReceipts(ctx, ann.actor)).toHaveLength(1)
})

describe('after a payment', () => {
  test('every mailbox is active and synced, and push is on', async () => {
    const ann = await world.newPayer()
    const second = await world.newInbox({ of: ann })
    const [first] = [ann]
    await ctx.db.update(mailboxes).set({ isActive: false }).where(eq(mailboxes.id, second.id))
    const tomorrow = new Date(ctx.now().getTime() + dayMs)
    for (const { id } of [first, second])
      await ctx.db.update(mailboxes).set({ nextCheckAt: tomorrow }).where(eq(mailboxes.id, id))
    for (const inbox of [first, second]) inbox.receive()
    world.judgeAll('cold')

    await pay((await ann.startCheckout()).url)
    await receive(takeEvents())
    for (const inbox of [first, second]) {
      expect(await inbox.row()).toMatchObject({ isActive: true })
      expect(inbox.inbox()).toEqual([])
      expect(inbox.box.isPushActive).toBe(true)
    }
    world.judgeAll('ordinary')
  })

  test('a mailbox that needs to be reconnected waits for its user', async () => {
    const ann = await world.newPayer()
    await ctx.db
      .update(mailboxes)
      .set({ problem: 'needs-reconnect', nextCheckAt: null, isActive: false })
      .where(eq(mailboxes.id, ann.id))
    await pay((await ann.startCheckout()).url)
    await receive(takeEvents())
    expect(await ann.row()).toMatchObject({ isActive: true, nextCheckAt: null })
  })
})

describe('an overdue payment', () => {
  async function renewWithoutPaying(): Promise<FakePayer> {
    const ann = await world.newPayer()
    await pay((await ann.startCheckout()).url, cards.failsAtRenewal)
    await receive(takeEvents())
    await passDays(31.5)
    await receive(await takeEventsOf(ann))
    return ann
  }

  test('keeps Pro for fourteen days, then recovers', async () => {
    const ann = await renewWithoutPaying()
    expect(await ann.info()).toMatchObject({ plan: 'paid', subscriptionStatus: 'past_due' })
    expect(await ann.emails()).toEqual(['subscription-confirmed', 'payment-failed'])
    const { periodStartsAt, overdueCents } = (await ann.subscription()) ?? {}
    expect(overdueCents).toBe(900)
    expect((await ann.info()).graceEndsAt?.getTime()).toBe(
      (periodStartsAt?.getTime() ?? 0) + 14 * dayMs,
    )
    // Two more attempts fail. They are about the same invoice.
    await passDays(5)
    await receive(await takeEventsOf(ann))
    expect(await ann.emails()).toEqual(['subscription-confirmed', 'payment-failed'])

    await ann.inPortal({ do: 'card', card: cards.pays })
    await passDays(2)
    await receive(await takeEventsOf(ann))
    expect(await ann.info()).toMatchObject({
      plan: 'paid',
      subscriptionStatus: 'active',
      graceEndsAt: null,
      overdueCents: null,
    })
    expect(await ann.emails()).toEqual(['subscription-confirmed', 'payment-failed'])
  })

  test('does not get a new grace period with each new period', async () => {
    const ann = await renewWithoutPaying()
    const [first] = await world.payments.listSubscriptions(await ann.customerId())
    if (!first) throw new Error('No subscription')
    const nextPeriod = {
      ...first,
      periodStartsAt: first.periodEndsAt,
      periodEndsAt: new Date(first.periodEndsAt.getTime() + 30 * dayMs),
    }
    await syncSubscription(withPayments({ listSubscriptions: async () => [nextPeriod] }), ann)
    expect(await ann.subscription()).toMatchObject({ periodStartsAt: first.periodStartsAt })
  })
})

describe('when Stripe fails', () => {
  /** What the log says about each retry. */
  const codes = {
    'server-error': 'payments-unavailable: 500 api_error',
    'rate-limit': 'payments-unavailable: 429 rate_limit',
    garbage: 'payments-unreadable: unexpected answer',
    cut: 'payments-unavailable: network',
  } as const

  test.each(['server-error', 'rate-limit', 'garbage', 'cut'] as const)(
    'with %s, the job is retried and nothing changes meanwhile',
    async (effect) => {
      if (effect === 'garbage') world.expectError('non-fatal-error')
      const ann = await world.newPayer()
      await pay((await ann.startCheckout()).url)
      for (const path of ['/v1/subscriptions', '/v1/invoices'])
        stripe.world.faults.push({
          provider: 'stripe',
          match: ({ url }) => new URL(url).pathname === path,
          effect,
        })
      const before = world.logs.length
      await receive(takeEvents())
      expect(await ann.subscription()).toBeNull()
      const lines = world.logs.slice(before).join()
      expect(lines).toContain(codes[effect])
      // An outage passes. An answer that we cannot read may need a change of ours.
      expect(lines.includes('non-fatal-error')).toBe(effect === 'garbage')
      await world.makeRetriesDue()
      await world.runJobsUntilIdle()
      expect(await ann.subscription()).toBeNull()
      await world.makeRetriesDue()
      await world.runJobsUntilIdle()
      expect((await ann.info()).plan).toBe('paid')
    },
  )

  test('with an answer that we don’t understand, the plan stays and an operator is told', async () => {
    world.expectError('non-fatal-error')
    const ann = await world.newPayer()
    await pay((await ann.startCheckout()).url)
    await receive(takeEvents())
    await ctx.db
      .update(customers)
      .set({ providerCustomerId: `cus_lost_${ann.id}` })
      .where(eq(customers.userId, ann.userId))
    await ctx.jobs.enqueue(ctx.db, syncSubscriptionJob, ann)
    await world.runJobsUntilIdle()
    expect((await ann.info()).plan).toBe('paid')
    expect(world.logs.join()).toContain('job-given-up')
    await ctx.db.delete(users).where(eq(users.id, ann.userId))
  })

  test('the second of two subscriptions is cancelled in the end', async () => {
    world.expectError('non-fatal-error')
    const ann = await world.newPayer()
    await ann.payInTwoTabs()
    const match = ({ method }: Request) => method === 'DELETE'
    stripe.world.faults.push({ provider: 'stripe', match, effect: 'server-error' })
    const [, surplus] = (await client.subscriptions.list({ customer: await ann.customerId() })).data
    await receive(takeEvents())
    expect((await ann.info()).interval).toBe('yearly')
    // Even if nothing after this happens, an operator knows what to refund.
    const reports = world.logs.filter((line) => line.includes('SecondSubscription'))
    expect(reports.join()).toContain(surplus?.id)
    await world.makeRetriesDue()
    await world.runJobsUntilIdle()
    const { data } = await client.subscriptions.list({ customer: await ann.customerId() })
    expect(data).toHaveLength(1)
  })
})

test('the nightly job reaches every customer, batch by batch', async () => {
  const payers = [await world.newPayer(), await world.newPayer(), await world.newPayer()]
  for (const payer of payers) await pay((await payer.startCheckout()).url)
  await syncAllSubscriptions(ctx, {}, { batchSize: 2 })
  await world.runJobsUntilIdle()
  for (const payer of payers) expect((await payer.info()).plan).toBe('paid')
  await syncAllSubscriptions({ ...ctx, payments: null })
})
