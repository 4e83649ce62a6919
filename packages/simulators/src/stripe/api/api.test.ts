import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { connectStripe, makeStripe, secretKey, toCheckout } from '../../testing/stripe-client.ts'
import { dayMs } from '../../world/time.ts'

const ann = { email: 'ann@example.com' }

test('a wrong key or none gets 401', async () => {
  const { handle } = makeStripe()
  await expect(connectStripe(handle, 'sk_test_other').balance.retrieve()).rejects.toThrow(
    Stripe.errors.StripeAuthenticationError,
  )
  const response = await handle(new Request('https://api.stripe.com/v1/balance'))
  expect(response.status).toBe(401)
})

test('the key can also be the user name of basic authentication', async () => {
  const { handle } = makeStripe()
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  const request = new Request('https://api.stripe.com/v1/balance', { headers: { authorization } })
  expect(await (await handle(request)).json()).toMatchObject({ object: 'balance', livemode: false })
})

test('a live key makes live objects', async () => {
  const { handle } = makeStripe({ secretKey: 'sk_live_secret' })
  const client = connectStripe(handle, 'sk_live_secret')
  const customer = await client.customers.create(ann)
  const session = await client.checkout.sessions.create(toCheckout(customer.id))
  expect(customer.livemode).toBe(true)
  expect(session.id).toMatch(/^cs_live_/)
})

test('an unknown route is an error for the client, too', async () => {
  const { client } = makeStripe()
  await expect(client.coupons.list()).rejects.toMatchObject({
    statusCode: 404,
    type: 'StripeInvalidRequestError',
    message: expect.stringContaining('GET: /v1/coupons'),
  })
})

test('an unknown parameter is named', async () => {
  const { client } = makeStripe()
  const refused = { statusCode: 400, code: 'parameter_unknown', type: 'StripeInvalidRequestError' }
  await expect(client.customers.create({ ...ann, balance: 5 })).rejects.toMatchObject({
    ...refused,
    param: 'balance',
  })
  const customer = await client.customers.create(ann)
  await expect(
    client.checkout.sessions.create({
      ...toCheckout(customer.id),
      subscription_data: { trial_period_days: 7 },
    }),
  ).rejects.toMatchObject({ ...refused, param: 'subscription_data[trial_period_days]' })
  await expect(
    client.subscriptions.list({ collection_method: 'send_invoice' }),
  ).rejects.toMatchObject({ ...refused, param: 'collection_method' })
})

test('another API version is refused', async () => {
  const { client } = makeStripe()
  await expect(client.balance.retrieve({}, { apiVersion: '2024-06-20' })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('2024-06-20'),
  })
})

test('a request with the same idempotency key has one effect', async () => {
  const { client, events } = makeStripe()
  const options = { idempotencyKey: 'order-1' }
  const first = await client.customers.create(ann, options)
  const second = await client.customers.create(ann, options)
  expect(second.id).toBe(first.id)
  expect(new Headers(second.lastResponse.headers).get('idempotent-replayed')).toBe('true')
  expect((await client.customers.list()).data).toHaveLength(1)
  expect(events.map(({ request }) => request?.idempotency_key)).toEqual(['order-1'])
})

test('the same key with other parameters is an idempotency error', async () => {
  const { client } = makeStripe()
  const options = { idempotencyKey: 'order-1' }
  await client.customers.create(ann, options)
  const refused = { statusCode: 400, type: 'StripeIdempotencyError' }
  await expect(
    client.customers.create({ email: 'ben@example.com' }, options),
  ).rejects.toMatchObject(refused)
  const { id } = await client.customers.create(ann)
  await expect(client.customers.update(id, ann, options)).rejects.toMatchObject(refused)
})

test('an idempotency key is free again after a day, and after an unknown parameter', async () => {
  const { client, world } = makeStripe()
  const options = { idempotencyKey: 'order-1' }
  const unknown = { ...ann, nickname: 'Ann' }
  await expect(client.customers.create(unknown, options)).rejects.toThrow(/unknown parameter/)
  const first = await client.customers.create(ann, options)
  await world.clock.advance(dayMs)
  expect((await client.customers.create(ann, options)).id).not.toBe(first.id)
})

test('a retry after a lost answer finds what the first request made', async () => {
  const { client, world } = makeStripe()
  const options = { idempotencyKey: 'order-1' }
  world.faults.push({ provider: 'stripe', effect: 'applied-then-cut' })
  await expect(client.customers.create(ann, options)).rejects.toThrow(/connection/)
  await client.customers.create(ann, options)
  expect((await client.customers.list()).data).toHaveLength(1)
})

test('a retry after an error gets the same error for a day', async () => {
  const { client, world } = makeStripe()
  const noAddress = { email: 'no address' }
  world.faults.push({ provider: 'stripe', effect: 'server-error' })
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const failed = client.customers.create(ann, { idempotencyKey: 'order-1' })
    await expect(failed).rejects.toThrow(Stripe.errors.StripeAPIError)
    const refused = client.customers.create(noAddress, { idempotencyKey: 'order-2' })
    await expect(refused).rejects.toThrow(/Invalid email/)
  }
  await expect(client.customers.create(ann, { idempotencyKey: 'order-2' })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
  await world.clock.advance(dayMs)
  await client.customers.create(ann, { idempotencyKey: 'order-1' })
})

test('rate limits and server errors are those of Stripe', async () => {
  const { client, world } = makeStripe()
  world.faults.push({ provider: 'stripe', effect: 'rate-limit' })
  await expect(client.balance.retrieve()).rejects.toThrow(Stripe.errors.StripeRateLimitError)
  world.faults.push({ provider: 'stripe', effect: 'server-error' })
  await expect(client.balance.retrieve()).rejects.toThrow(Stripe.errors.StripeAPIError)
})

test('lists are paged, newest first', async () => {
  const { client } = makeStripe()
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.unshift((await client.customers.create(ann)).id)
  const page = await client.customers.list({ limit: 2 })
  expect(page).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true })
  expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const last = await client.customers.list({ limit: 2, starting_after: ids[2] ?? '' })
  expect(last.data.map(({ id }) => id)).toEqual(ids.slice(3))
  expect(last.has_more).toBe(false)
  const before = await client.customers.list({ limit: 2, ending_before: ids[3] ?? '' })
  expect(before.data.map(({ id }) => id)).toEqual(ids.slice(1, 3))
  expect(before.has_more).toBe(true)
  const all = await client.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(ids)
})

test('a page has 1 to 100 objects and starts at one that exists', async () => {
  const { client } = makeStripe()
  for (const limit of [0, 101, -1])
    await expect(client.customers.list({ limit })).rejects.toMatchObject({ param: 'limit' })
  await expect(client.customers.list({ starting_after: 'cus_none' })).rejects.toMatchObject({
    param: 'starting_after',
    code: 'resource_missing',
  })
})

test('the error names a path that cannot be expanded', async () => {
  const { client } = makeStripe()
  const { id } = await client.customers.create(ann)
  for (const path of ['email', 'nothing', 'metadata.x'])
    await expect(client.customers.retrieve(id, { expand: [path] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'expand',
      message: expect.stringContaining(path),
    })
})
