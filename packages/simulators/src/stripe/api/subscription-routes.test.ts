import { expect, test } from 'vitest'
import { buy, cards, makeStripe } from '../../testing/stripe-client.ts'
import { dayMs } from '../../world/time.ts'

const seconds = (text: string) => new Date(text).getTime() / 1000

test('a subscription has its period on its item', async () => {
  const stripe = makeStripe()
  const { subscriptionId, customerId } = await buy(stripe)
  const subscription = await stripe.client.subscriptions.retrieve(subscriptionId, {
    expand: ['default_payment_method', 'items.data.price.product'],
  })
  expect(subscription).toMatchObject({
    customer: customerId,
    status: 'active',
    cancel_at: null,
    default_payment_method: { card: { brand: 'visa', last4: '4242' } },
    items: {
      data: [
        {
          current_period_start: seconds('2026-11-15T12:00:00Z'),
          current_period_end: seconds('2026-12-15T12:00:00Z'),
          price: { id: 'price_monthly', product: { name: 'Doorman Pro' } },
        },
      ],
    },
  })
  expect(subscription).not.toHaveProperty('current_period_end')
})

test('metadata of the session’s subscription_data is the subscription’s', async () => {
  const { client, handle } = makeStripe()
  const customer = await client.customers.create({})
  const session = await client.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_monthly', quantity: 1 }],
    success_url: 'http://product.test/',
    subscription_data: { metadata: { userId: '7' }, description: 'Pro' },
  })
  const body = new URLSearchParams({ card: cards.pays })
  await handle(new Request(session.url ?? '', { method: 'POST', body }))
  const { data } = await client.subscriptions.list({ customer: customer.id })
  expect(data).toMatchObject([{ metadata: { userId: '7' }, description: 'Pro' }])
})

test('ended subscriptions are listed only if asked for', async () => {
  const stripe = makeStripe()
  const { client } = stripe
  const { subscriptionId, customerId } = await buy(stripe)
  const list = async (status?: 'all' | 'ended' | 'active' | 'canceled') =>
    (await client.subscriptions.list({ customer: customerId, ...(status && { status }) })).data
      .length
  expect([await list(), await list('active'), await list('canceled')]).toEqual([1, 1, 0])
  await client.subscriptions.cancel(subscriptionId)
  expect([await list(), await list('active'), await list('canceled')]).toEqual([0, 0, 1])
  expect([await list('all'), await list('ended')]).toEqual([1, 1])
  expect((await client.subscriptions.list({ price: 'price_yearly', status: 'all' })).data).toEqual(
    [],
  )
})

test('a cancellation at the period’s end is in both fields, and can be taken back', async () => {
  const stripe = makeStripe()
  const { client, world, events } = stripe
  const { subscriptionId } = await buy(stripe)
  const canceled = await client.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
  const periodEnd = seconds('2026-12-15T12:00:00Z')
  expect(canceled).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: periodEnd,
    canceled_at: world.clock.now().getTime() / 1000,
  })
  expect(events.at(-1)).toMatchObject({
    type: 'customer.subscription.updated',
    data: { previous_attributes: { cancel_at_period_end: false, cancel_at: null } },
  })
  expect(
    await client.subscriptions.update(subscriptionId, { cancel_at_period_end: false }),
  ).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  await world.clock.advance(40 * dayMs)
  expect((await client.subscriptions.retrieve(subscriptionId)).status).toBe('active')
})

test('a cancellation takes effect at once, and only once', async () => {
  const stripe = makeStripe()
  const { client, world, events } = stripe
  const { subscriptionId } = await buy(stripe)
  const canceled = await client.subscriptions.cancel(subscriptionId, {
    cancellation_details: { comment: 'Too quiet' },
  })
  expect(canceled).toMatchObject({
    status: 'canceled',
    ended_at: world.clock.now().getTime() / 1000,
    cancellation_details: { comment: 'Too quiet', reason: 'cancellation_requested' },
  })
  expect(events.at(-1)?.type).toBe('customer.subscription.deleted')
  await expect(client.subscriptions.cancel(subscriptionId)).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  await expect(
    client.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
  ).rejects.toMatchObject({ code: 'invalid_canceled_subscription_fields' })
  const { metadata } = await client.subscriptions.update(subscriptionId, { metadata: { a: '1' } })
  expect(metadata).toEqual({ a: '1' })
})

test('a switch to yearly begins a new period and credits the rest of the old one', async () => {
  const stripe = makeStripe()
  const { client, world } = stripe
  const { subscriptionId } = await buy(stripe)
  await world.clock.advance(15 * dayMs)
  const before = await client.subscriptions.retrieve(subscriptionId)
  const items = [{ id: before.items.data[0]?.id ?? '', price: 'price_yearly' }]
  const after = await client.subscriptions.update(subscriptionId, {
    items,
    expand: ['latest_invoice'],
  })
  expect(after.items.data).toMatchObject([
    {
      price: { id: 'price_yearly' },
      plan: { interval: 'year' },
      current_period_start: seconds('2026-11-30T12:00:00Z'),
      current_period_end: seconds('2027-11-30T12:00:00Z'),
    },
  ])
  expect(after.latest_invoice).toMatchObject({
    billing_reason: 'subscription_update',
    status: 'paid',
    total: 8550,
    amount_paid: 8550,
    lines: { data: [{ amount: -450 }, { amount: 9000 }] },
  })
  await world.clock.advance(366 * dayMs)
  const renewed = await client.subscriptions.retrieve(subscriptionId)
  expect(renewed.items.data[0]?.current_period_end).toBe(seconds('2028-11-30T12:00:00Z'))
})

test('a switch to monthly leaves a credit that later invoices use', async () => {
  const stripe = makeStripe()
  const { client, world } = stripe
  const { subscriptionId, customerId } = await buy(stripe, { price: 'price_yearly' })
  const before = await client.subscriptions.retrieve(subscriptionId)
  await client.subscriptions.update(subscriptionId, {
    items: [{ id: before.items.data[0]?.id ?? '', price: 'price_monthly' }],
  })
  expect(await client.customers.retrieve(customerId)).toMatchObject({ balance: -8100 })
  await world.clock.advance(31 * dayMs)
  expect(await client.customers.retrieve(customerId)).toMatchObject({ balance: -7200 })
  const { data } = await client.invoices.list({ customer: customerId, limit: 1 })
  expect(data).toMatchObject([
    { status: 'paid', total: 900, amount_due: 0, starting_balance: -8100, ending_balance: -7200 },
  ])
})

test('a switch whose payment fails is refused, or leaves the payment overdue', async () => {
  const stripe = makeStripe()
  const { client } = stripe
  const { subscriptionId } = await buy(stripe, { card: cards.failsAtRenewal })
  const before = await client.subscriptions.retrieve(subscriptionId)
  const items = [{ id: before.items.data[0]?.id ?? '', price: 'price_yearly' }]
  await expect(
    client.subscriptions.update(subscriptionId, { items, payment_behavior: 'error_if_incomplete' }),
  ).rejects.toMatchObject({ statusCode: 402, type: 'StripeCardError', code: 'card_declined' })
  expect(await client.subscriptions.retrieve(subscriptionId)).toEqual(before)
  expect(await client.subscriptions.update(subscriptionId, { items })).toMatchObject({
    status: 'past_due',
  })
})

test('an operator can give a trial, which becomes a paid subscription or ends', async () => {
  const stripe = makeStripe()
  const { client, world } = stripe
  const trial = async (missing: 'cancel' | 'pause' | 'create_invoice') => {
    const customer = await client.customers.create({})
    const { id } = await client.subscriptions.create({
      customer: customer.id,
      items: [{ price: 'price_monthly' }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: missing } },
    })
    return id
  }
  const ids = [await trial('cancel'), await trial('pause'), await trial('create_invoice')]
  const statuses = async () =>
    Promise.all(ids.map(async (id) => (await client.subscriptions.retrieve(id)).status))
  expect(await statuses()).toEqual(['trialing', 'trialing', 'trialing'])
  expect((await client.invoices.list()).data.map(({ total, status }) => [total, status])).toEqual([
    [0, 'paid'],
    [0, 'paid'],
    [0, 'paid'],
  ])
  await world.clock.advance(7 * dayMs)
  expect(await statuses()).toEqual(['canceled', 'paused', 'active'])
  await world.clock.advance(dayMs)
  expect(await statuses()).toEqual(['canceled', 'paused', 'past_due'])
  await world.clock.advance(60 * dayMs)
  const counts = ids.map(
    async (subscription) => (await client.invoices.list({ subscription })).data.length,
  )
  expect(await Promise.all(counts)).toEqual([1, 1, 2])
})

test('a first payment that is never made lets the subscription expire after 23 hours', async () => {
  const { client, world } = makeStripe()
  const customer = await client.customers.create({})
  const subscription = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_monthly' }],
    payment_behavior: 'default_incomplete',
  })
  expect(subscription.status).toBe('incomplete')
  await world.clock.advance(23 * 60 * 60 * 1000 - 1)
  expect((await client.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  await world.clock.advance(1)
  const expired = await client.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice'],
  })
  expect(expired).toMatchObject({
    status: 'incomplete_expired',
    latest_invoice: { status: 'void' },
  })
  await world.clock.advance(60 * dayMs)
  expect((await client.invoices.list()).data).toHaveLength(1)
})

test('a subscription cannot be made without a way to pay', async () => {
  const { client } = makeStripe()
  const customer = await client.customers.create({})
  await expect(
    client.subscriptions.create({ customer: customer.id, items: [{ price: 'price_monthly' }] }),
  ).rejects.toThrow(/payment method/)
  await expect(client.subscriptions.retrieve('sub_none')).rejects.toMatchObject({ statusCode: 404 })
})
