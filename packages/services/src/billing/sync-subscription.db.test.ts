import {
  customers,
  deletedUsers,
  mailboxes,
  paymentEvents,
  payments,
  users,
} from '@doorman/db/schema'
import type { SubscriptionStatus } from '@doorman/domain/plans/plan'
import { dayMs, minuteMs } from '@doorman/domain/time'
import type { Payments } from '@doorman/payments/payments'
import type { SignedEvent } from '@doorman/payments/testing/simulated-payments'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cards, openFakeBilling, type FakePayer } from '../testing/fake-billing.ts'
import { syncSubscriptionJob } from '../ports/jobs.ts'
import { syncAllSubscriptions } from './sync-all-subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

const world = await openFakeBilling()
const { ctx, stripe, pay, passDays, receive, submit, takeEvents } = world
const { client } = stripe

beforeEach(() => {
  stripe.world.faults.clear()
  takeEvents()
})

/** What a user does in the portal: cancel, resume, switch the plan, change the card. */
async function inPortal(ann: FakePayer, fields: Readonly<Record<string, string>>): Promise<void> {
  const customer = await ann.customerId()
  const { url } = await client.billingPortal.sessions.create({ customer })
  const [subscription] = (await client.subscriptions.list({ customer })).data
  await submit(url, { subscription: subscription?.id ?? '', ...fields })
}

async function subscribe(ann: FakePayer, card = cards.pays): Promise<void> {
  await pay((await ann.startCheckout()).url, card)
}

type Act = (ann: FakePayer) => Promise<void>

/** What a user did, and what Stripe says about it in the end. */
type Situation = {
  /** 40 days ago. */
  readonly longAgo?: Act
  /** 32 days ago. */
  readonly lastMonth?: Act
  readonly now?: Act
  readonly status: SubscriptionStatus
  readonly interval?: 'yearly'
  readonly isCancelled?: true
  readonly payments?: number
  readonly emails?: readonly string[]
}

const confirmed = ['subscription-confirmed']

const situations: Readonly<Record<string, Situation>> = {
  'pays monthly': { now: (ann) => subscribe(ann), status: 'active', emails: confirmed },
  'pays yearly': {
    now: async (ann) => void (await pay((await ann.startCheckout('yearly')).url)),
    status: 'active',
    interval: 'yearly',
    emails: confirmed,
  },
  'is declined': { now: (ann) => subscribe(ann, cards.declined), status: 'none', payments: 0 },
  'pays after a decline': {
    async now(ann) {
      const { url } = await ann.startCheckout()
      await pay(url, cards.declined)
      await pay(url)
    },
    status: 'active',
    emails: confirmed,
  },
  'pays in two tabs': {
    now: payInTwoTabs,
    status: 'active',
    interval: 'yearly',
    payments: 2,
    emails: confirmed,
  },
  'cancels for the end of the period': {
    async now(ann) {
      await subscribe(ann)
      await inPortal(ann, { do: 'cancel' })
    },
    status: 'active',
    isCancelled: true,
    emails: confirmed,
  },
  'cancels and resumes': {
    async now(ann) {
      await subscribe(ann)
      await inPortal(ann, { do: 'cancel' })
      await inPortal(ann, { do: 'resume' })
    },
    status: 'active',
    emails: confirmed,
  },
  'cancelled, and the period is over': {
    async lastMonth(ann) {
      await subscribe(ann)
      await inPortal(ann, { do: 'cancel' })
    },
    status: 'canceled',
  },
  'renews, and the card fails': {
    lastMonth: (ann) => subscribe(ann, cards.failsAtRenewal),
    status: 'past_due',
    emails: ['payment-failed'],
  },
  'renews, the card fails, and another one pays': {
    lastMonth: (ann) => subscribe(ann, cards.failsAtRenewal),
    async now(ann) {
      const open = await client.invoices.list({ customer: await ann.customerId(), status: 'open' })
      await pay(open.data[0]?.hosted_invoice_url ?? '')
    },
    status: 'active',
    payments: 2,
    emails: confirmed,
  },
  'renews, and the card fails for good': {
    longAgo: (ann) => subscribe(ann, cards.failsAtRenewal),
    status: 'canceled',
  },
  'ended and subscribes again': {
    async lastMonth(ann) {
      await subscribe(ann)
      await inPortal(ann, { do: 'cancel' })
    },
    now: async (ann) => void (await pay((await ann.startCheckout('yearly')).url)),
    status: 'active',
    interval: 'yearly',
    payments: 2,
    emails: confirmed,
  },
  'switches to the other plan': {
    async now(ann) {
      await subscribe(ann)
      await inPortal(ann, { do: 'switch' })
    },
    status: 'active',
    interval: 'yearly',
    payments: 2,
    emails: confirmed,
  },
}

async function payInTwoTabs(ann: FakePayer): Promise<void> {
  world.expectError('non-fatal-error')
  const { url } = await ann.startCheckout()
  const second = await client.checkout.sessions.create({
    mode: 'subscription',
    customer: await ann.customerId(),
    line_items: [{ price: 'price_yearly', quantity: 1 }],
    success_url: 'http://localhost:3000/',
  })
  await pay(url)
  await stripe.world.clock.advance(minuteMs)
  await pay(second.url ?? '')
}

/** How events reach us. */
const deliveries: Readonly<Record<string, (events: readonly SignedEvent[]) => Promise<void>>> = {
  'in order': receive,
  'in reverse': (events) => receive(events.toReversed()),
  'twice and shuffled': (events) => receive([...events, ...events].toSorted(bySignature)),
  'never, but the nightly job does': async () => {
    await syncAllSubscriptions(ctx)
    await world.runJobsUntilIdle()
  },
}

/** As good as random, and the same order for the same events. */
function bySignature(one: SignedEvent, other: SignedEvent): number {
  return one.signature < other.signature ? -1 : 1
}

describe.each(Object.entries(deliveries))('if events come %s', (_name, deliver) => {
  const payers = new Map<string, FakePayer>()

  beforeAll(async () => {
    for (const name of Object.keys(situations)) payers.set(name, await world.newPayer())
    const actAll = async (when: 'longAgo' | 'lastMonth' | 'now') => {
      for (const [name, payer] of payers) await situations[name]?.[when]?.(payer)
    }
    await actAll('longAgo')
    await passDays(8)
    await actAll('lastMonth')
    await passDays(32)
    await actAll('now')
    await deliver(takeEvents())
  })

  test.each(Object.entries(situations))(
    'a customer who %s has what Stripe says',
    async (name, situation) => {
      const { status, interval, isCancelled, ...expected } = situation
      const ann = payers.get(name)
      if (!ann) throw new Error('No such payer')
      const info = await ann.info()
      expect(info).toMatchObject({
        subscriptionStatus: status,
        plan: hasPro(status) ? 'paid' : 'free',
        interval: status === 'none' ? null : (interval ?? 'monthly'),
        hasPortal: true,
      })
      expect(info.cancelsAt !== null).toBe(isCancelled === true)
      expect(await ann.emails()).toEqual(expected.emails ?? [])
      expect(await listPaymentsOf(ann)).toHaveLength(expected.payments ?? 1)
      const { data } = await client.subscriptions.list({ customer: await ann.customerId() })
      expect(data.map((subscription) => subscription.status)).toEqual(
        hasPro(status) ? [status] : [],
      )
    },
  )
})

const hasPro = (status: SubscriptionStatus) => status === 'active' || status === 'past_due'

async function takeEventsOf(ann: FakePayer): Promise<readonly SignedEvent[]> {
  const customerId = await ann.customerId()
  return takeEvents().filter(({ body }) => body.includes(customerId))
}

async function listPaymentsOf({ userId }: FakePayer) {
  return ctx.db
    .select()
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.payerId))
    .where(eq(customers.userId, userId))
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
    const events = ['charge.refunded', 'charge.dispute.created'].map((type, index) =>
      world.sign({
        id: `evt_${customer}${index}`,
        object: 'event',
        livemode: false,
        type,
        data: { object: { object: 'charge', customer } },
      }),
    )
    await receive(events)
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

test('two syncs at once end in one state, with one email', async () => {
  const ann = await world.newPayer()
  await pay((await ann.startCheckout()).url)
  await Promise.all([1, 2, 3].map(() => syncSubscription(ctx, ann)))
  expect((await ann.info()).plan).toBe('paid')
  expect(await ann.emails()).toEqual(['subscription-confirmed'])
  expect(await listPaymentsOf(ann)).toHaveLength(1)
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
    const { periodStartsAt } = (await ann.subscription()) ?? {}
    expect((await ann.info()).graceEndsAt?.getTime()).toBe(
      (periodStartsAt?.getTime() ?? 0) + 14 * dayMs,
    )
    // Two more attempts fail. They are about the same invoice.
    await passDays(5)
    await receive(await takeEventsOf(ann))
    expect(await ann.emails()).toEqual(['subscription-confirmed', 'payment-failed'])

    await inPortal(ann, { do: 'card', card: cards.pays })
    await passDays(2)
    await receive(await takeEventsOf(ann))
    expect(await ann.info()).toMatchObject({
      plan: 'paid',
      subscriptionStatus: 'active',
      graceEndsAt: null,
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
  test.each(['server-error', 'rate-limit', 'garbage', 'cut'] as const)(
    'with %s, the job is retried and nothing changes meanwhile',
    async (effect) => {
      const ann = await world.newPayer()
      await pay((await ann.startCheckout()).url)
      for (const path of ['/v1/subscriptions', '/v1/invoices'])
        stripe.world.faults.push({
          provider: 'stripe',
          match: ({ url }) => new URL(url).pathname === path,
          effect,
        })
      await receive(takeEvents())
      expect(await ann.subscription()).toBeNull()
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
    await payInTwoTabs(ann)
    const match = ({ method }: Request) => method === 'DELETE'
    stripe.world.faults.push({ provider: 'stripe', match, effect: 'server-error' })
    await receive(takeEvents())
    expect((await ann.info()).interval).toBe('yearly')
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
