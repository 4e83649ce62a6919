import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { buy, cards, makeStripe, submit } from '../../testing/stripe-client.ts'
import { dayMs, hourMs } from '../../world/time.ts'
import type { StripeOptions } from '../stripe.ts'

async function setUp(
  { card, price, ...options }: Partial<StripeOptions> & { card?: string; price?: string } = {},
  start = new Date('2026-11-15T12:00:00Z'),
) {
  const stripe = makeStripe({ ...options, start })
  const bought = await buy(stripe, { ...(card && { card }), ...(price && { price }) })
  const { client, world, events } = stripe
  const { subscriptionId, customerId } = bought
  let taken = 0
  return {
    ...stripe,
    ...bought,
    load: () => client.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
    loadInvoice: async () => {
      const { data } = await client.invoices.list({ customer: customerId, limit: 1 })
      return data[0] as Stripe.Invoice
    },
    advanceTo: (time: string) =>
      world.clock.advance(new Date(time).getTime() - world.clock.now().getTime()),
    /** The types of the events since the last call. */
    takeEvents() {
      const since = events.slice(taken)
      taken = events.length
      return since.map(({ type }) => type)
    },
  }
}

test('each period has its invoice, which is a draft for an hour', async () => {
  const { advanceTo, loadInvoice, load, client, customerId } = await setUp()
  await advanceTo('2026-12-15T12:00:00Z')
  expect(await loadInvoice()).toMatchObject({ status: 'draft', number: null })
  expect(await load()).toMatchObject({ status: 'active' })
  await advanceTo('2026-12-15T13:00:00Z')
  expect(await loadInvoice()).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_cycle',
    number: expect.stringMatching(/-0002$/),
  })
  await advanceTo('2027-11-15T11:00:00Z')
  const { data } = await client.invoices.list({ customer: customerId, limit: 100 })
  expect(data).toHaveLength(12)
  expect(data.every(({ status }) => status === 'paid')).toBe(true)
})

test('a yearly subscription renews once a year', async () => {
  const { advanceTo, client, customerId } = await setUp({ price: 'price_yearly' })
  await advanceTo('2028-11-14T12:00:00Z')
  const { data } = await client.invoices.list({ customer: customerId })
  expect(data.map(({ amount_paid: paid }) => paid)).toEqual([9000, 9000])
})

test('periods that began on the 31st keep to the ends of months', async () => {
  const { advanceTo, load } = await setUp({}, new Date('2027-01-31T09:00:00Z'))
  const ends: string[] = []
  for (const time of ['2027-02-10', '2027-03-10', '2027-04-10']) {
    await advanceTo(`${time}T00:00:00Z`)
    const end = (await load()).items.data[0]?.current_period_end ?? 0
    ends.push(new Date(end * 1000).toISOString())
  }
  expect(ends).toEqual([
    '2027-02-28T09:00:00.000Z',
    '2027-03-31T09:00:00.000Z',
    '2027-04-30T09:00:00.000Z',
  ])
})

test('a card that fails is tried again on days 3, 5 and 7, then the subscription ends', async () => {
  const { advanceTo, load, loadInvoice, takeEvents } = await setUp({ card: cards.failsAtRenewal })
  await advanceTo('2026-12-15T12:30:00Z')
  takeEvents()
  await advanceTo('2026-12-15T13:00:00Z')
  expect(await load()).toMatchObject({ status: 'past_due' })
  expect(await loadInvoice()).toMatchObject({ status: 'open', attempt_count: 1 })
  expect(takeEvents()).toEqual([
    'invoice.finalized',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ])
  const attempts: unknown[] = []
  for (const day of ['18', '20']) {
    await advanceTo(`2026-12-${day}T12:59:59Z`)
    attempts.push(takeEvents())
    await advanceTo(`2026-12-${day}T13:00:00Z`)
    attempts.push(takeEvents())
  }
  expect(attempts).toEqual([[], ['invoice.payment_failed'], [], ['invoice.payment_failed']])
  await advanceTo('2026-12-22T12:59:59Z')
  expect(await load()).toMatchObject({ status: 'past_due' })
  await advanceTo('2026-12-22T13:00:00Z')
  expect(await load()).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
  expect(await loadInvoice()).toMatchObject({
    status: 'open',
    attempt_count: 4,
    auto_advance: false,
    next_payment_attempt: null,
  })
  expect(takeEvents()).toEqual([
    'invoice.payment_failed',
    'invoice.updated',
    'customer.subscription.deleted',
  ])
  await advanceTo('2027-12-22T13:00:00Z')
  expect(takeEvents()).toEqual([])
})

test('the account may keep a subscription unpaid, with drafts that are never collected', async () => {
  const { advanceTo, load, loadInvoice } = await setUp({
    card: cards.failsAtRenewal,
    afterRetries: 'unpaid',
  })
  await advanceTo('2026-12-23T00:00:00Z')
  expect(await load()).toMatchObject({
    status: 'unpaid',
    latest_invoice: { status: 'open', auto_advance: false },
  })
  await advanceTo('2027-01-20T00:00:00Z')
  expect(await load()).toMatchObject({ status: 'unpaid' })
  expect(await loadInvoice()).toMatchObject({ status: 'draft', auto_advance: false })
})

test('the account may leave a subscription past due', async () => {
  const { advanceTo, load } = await setUp({ card: cards.failsAtRenewal, afterRetries: 'past-due' })
  await advanceTo('2026-12-23T00:00:00Z')
  expect(await load()).toMatchObject({ status: 'past_due' })
  await advanceTo('2027-01-20T00:00:00Z')
  expect(await load()).toMatchObject({ status: 'past_due' })
})

test('a card that always needs 3-D Secure cannot renew without its owner', async () => {
  const { client, handle, world, events } = makeStripe()
  const customer = await client.customers.create({})
  const session = await client.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_monthly', quantity: 1 }],
    success_url: 'http://product.test/',
  })
  const challenge = await submit(handle, session.url ?? '', { card: cards.challenged })
  await submit(handle, challenge, { answer: 'complete' })
  await world.clock.advance(30 * dayMs + hourMs)
  const { data } = await client.subscriptions.list({ customer: customer.id })
  expect(data).toMatchObject([{ status: 'past_due' }])
  expect(events.map(({ type }) => type)).toContain('invoice.payment_action_required')
})

test('a new card recovers the subscription at the next attempt', async () => {
  const { advanceTo, load, client, handle, customerId } = await setUp({
    card: cards.failsAtRenewal,
  })
  await advanceTo('2026-12-16T00:00:00Z')
  const portal = await client.billingPortal.sessions.create({ customer: customerId })
  await submit(handle, portal.url, { do: 'card', card: cards.pays })
  expect(await load()).toMatchObject({ status: 'past_due' })
  await advanceTo('2026-12-18T13:00:00Z')
  expect(await load()).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } })
  await advanceTo('2027-01-16T00:00:00Z')
  expect(await load()).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } })
})

test('paying the open invoice recovers the subscription at once', async () => {
  const { advanceTo, load, loadInvoice, handle, takeEvents } = await setUp({
    card: cards.failsAtRenewal,
  })
  await advanceTo('2026-12-16T00:00:00Z')
  takeEvents()
  const { hosted_invoice_url: url } = await loadInvoice()
  await submit(handle, url ?? '', { card: cards.pays })
  expect(await load()).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } })
  expect(takeEvents().slice(-3)).toEqual([
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ])
  await advanceTo('2026-12-30T00:00:00Z')
  expect(takeEvents()).toEqual([])
})

test('a subscription that is canceled at the period’s end ends then, without an invoice', async () => {
  const { advanceTo, load, client, subscriptionId, takeEvents } = await setUp()
  await client.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
  takeEvents()
  await advanceTo('2026-12-15T11:59:59Z')
  expect(await load()).toMatchObject({ status: 'active' })
  await advanceTo('2026-12-15T12:00:00Z')
  expect(await load()).toMatchObject({
    status: 'canceled',
    canceled_at: new Date('2026-11-15T12:00:00Z').getTime() / 1000,
    ended_at: new Date('2026-12-15T12:00:00Z').getTime() / 1000,
  })
  await advanceTo('2027-12-15T12:00:00Z')
  expect(takeEvents()).toEqual(['customer.subscription.deleted'])
})

test('one large step of the clock gives the same events as many small ones', async () => {
  const leap = await setUp({ card: cards.failsAtRenewal })
  const steps = await setUp({ card: cards.failsAtRenewal })
  await leap.world.clock.advance(60 * dayMs)
  for (let day = 0; day < 60; day++) await steps.world.clock.advance(dayMs)
  const toFacts = (events: readonly Stripe.Event[]) =>
    events.map(({ type, created }) => ({ type, created }))
  expect(toFacts(leap.events)).toEqual(toFacts(steps.events))
  expect(leap.events.at(-1)?.type).toBe('customer.subscription.deleted')
})
