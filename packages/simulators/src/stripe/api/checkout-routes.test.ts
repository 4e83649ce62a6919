import { expect, test } from 'vitest'
import { buy, makeStripe, toCheckout, type TestStripe } from '../../testing/stripe-client.ts'
import { dayMs, hourMs } from '../../world/time.ts'

async function setUp() {
  const stripe = makeStripe({ baseUrl: 'http://product.test/dev/stripe' })
  const { id } = await stripe.client.customers.create({ email: 'ann@example.com' })
  return { ...stripe, customerId: id }
}

const now = ({ world }: TestStripe) => world.clock.now().getTime() / 1000

test('a session keeps what it was given and makes no subscription yet', async () => {
  const stripe = await setUp()
  const { client, customerId } = stripe
  const session = await client.checkout.sessions.create({
    ...toCheckout(customerId, 'price_yearly'),
    client_reference_id: 'user-7',
    metadata: { userId: '7' },
    expand: ['line_items'],
  })
  expect(session).toMatchObject({
    amount_total: 9000,
    client_reference_id: 'user-7',
    customer: customerId,
    expires_at: now(stripe) + 86_400,
    metadata: { userId: '7' },
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    url: `http://product.test/dev/stripe/c/pay/${session.id}`,
  })
  expect(session.line_items?.data).toMatchObject([
    { description: 'Doorman Pro', quantity: 1, price: { id: 'price_yearly' } },
  ])
  expect((await client.subscriptions.list({ status: 'all' })).data).toEqual([])
})

test('line items are shown only if asked for', async () => {
  const { client, customerId } = await setUp()
  const { id, line_items: items } = await client.checkout.sessions.create(toCheckout(customerId))
  expect(items).toBeUndefined()
  const listed = await client.checkout.sessions.list({ expand: ['data.line_items'] })
  expect(listed.data[0]?.line_items?.data).toHaveLength(1)
  expect((await client.checkout.sessions.listLineItems(id)).data).toMatchObject([
    { amount_total: 900 },
  ])
})

test('a complete session leads to its subscription', async () => {
  const stripe = makeStripe()
  const { sessionId, subscriptionId, customerId } = await buy(stripe)
  const session = await stripe.client.checkout.sessions.retrieve(sessionId, {
    expand: ['subscription.latest_invoice', 'customer'],
  })
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer: { id: customerId, email: 'ann@example.com' },
    customer_details: { email: 'ann@example.com' },
    subscription: { id: subscriptionId, status: 'active', latest_invoice: { status: 'paid' } },
  })
  const { data } = await stripe.client.checkout.sessions.list({ subscription: subscriptionId })
  expect(data.map(({ id }) => id)).toEqual([sessionId])
})

test('a session expires after a day, or earlier if asked to', async () => {
  const stripe = await setUp()
  const { client, customerId, world, events } = stripe
  const long = await client.checkout.sessions.create(toCheckout(customerId))
  const short = await client.checkout.sessions.create({
    ...toCheckout(customerId),
    expires_at: now(stripe) + 3600,
  })
  const statuses = async () =>
    Promise.all(
      [long, short].map(async ({ id }) => (await client.checkout.sessions.retrieve(id)).status),
    )
  await world.clock.advance(hourMs)
  expect(await statuses()).toEqual(['open', 'expired'])
  await world.clock.advance(dayMs - hourMs)
  expect(await statuses()).toEqual(['expired', 'expired'])
  expect(events.map(({ type }) => type)).toEqual([
    'customer.created',
    'checkout.session.expired',
    'checkout.session.expired',
  ])
})

test('only an open session can be expired, and only once', async () => {
  const stripe = makeStripe()
  const { client } = stripe
  const { sessionId, customerId } = await buy(stripe)
  await expect(client.checkout.sessions.expire(sessionId)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('complete'),
  })
  const { id } = await client.checkout.sessions.create(toCheckout(customerId))
  expect(await client.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null })
  await expect(client.checkout.sessions.expire(id)).rejects.toThrow(/expired/)
  const expired = await client.checkout.sessions.list({ customer: customerId, status: 'expired' })
  expect(expired.data.map((session) => session.id)).toEqual([id])
})

test('a complete session does not expire', async () => {
  const stripe = makeStripe()
  const { sessionId } = await buy(stripe)
  await stripe.world.clock.advance(2 * dayMs)
  expect((await stripe.client.checkout.sessions.retrieve(sessionId)).status).toBe('complete')
})

test('impossible sessions are refused', async () => {
  const stripe = await setUp()
  const { client, customerId } = stripe
  const valid = toCheckout(customerId)
  const cases = [
    [{ customer: 'cus_none' }, 'customer'],
    [{ line_items: [{ price: 'price_none', quantity: 1 }] }, 'line_items[0][price]'],
    [{ line_items: [{ price: 'price_monthly', quantity: 2 }] }, 'line_items'],
    [{ line_items: [] }, 'line_items'],
    [{ mode: 'payment' }, 'mode'],
    [{ success_url: 'javascript://product.test/%0Aalert(1)' }, 'success_url'],
    [{ expires_at: now(stripe) + 60 }, 'expires_at'],
    [{ expires_at: now(stripe) + 2 * 86_400 }, 'expires_at'],
  ] as const
  for (const [change, param] of cases)
    await expect(
      client.checkout.sessions.create({ ...valid, ...change } as never),
    ).rejects.toMatchObject({ statusCode: 400, param })
  await expect(client.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
    statusCode: 404,
  })
})

test('a session without a customer makes one when it is paid', async () => {
  const stripe = makeStripe()
  const { client } = stripe
  const { customer: _, ...rest } = toCheckout('')
  const session = await client.checkout.sessions.create({
    ...rest,
    customer_email: 'ben@example.com',
  })
  await stripe.handle(
    new Request(session.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ card: '4242424242424242' }),
    }),
  )
  const paid = await client.checkout.sessions.retrieve(session.id, { expand: ['customer'] })
  expect(paid.customer).toMatchObject({ email: 'ben@example.com' })
})
