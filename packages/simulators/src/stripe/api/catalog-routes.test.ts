import { expect, test } from 'vitest'
import { makeStripe } from '../../testing/stripe-client.ts'

test('the prices are $9 a month and $90 a year', async () => {
  const { client } = makeStripe()
  const monthly = await client.prices.retrieve('price_monthly')
  expect(monthly).toMatchObject({
    active: true,
    currency: 'usd',
    type: 'recurring',
    unit_amount: 900,
    recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
  })
  const { data } = await client.prices.list({
    lookup_keys: ['pro_yearly'],
    expand: ['data.product'],
  })
  expect(data).toMatchObject([
    {
      id: 'price_yearly',
      unit_amount: 9000,
      recurring: { interval: 'year' },
      product: { object: 'product', name: 'Doorman Pro' },
    },
  ])
})

test('the client reads decimals from prices', async () => {
  const { client } = makeStripe()
  const { unit_amount_decimal: amount } = await client.prices.retrieve('price_monthly')
  expect(amount?.toString()).toBe('900')
})

test('prices and products can be filtered by product, type, currency and state', async () => {
  const { client } = makeStripe()
  expect(
    (await client.prices.list({ product: 'prod_doorman_pro', active: true })).data,
  ).toHaveLength(2)
  expect((await client.prices.list({ type: 'one_time' })).data).toEqual([])
  expect((await client.prices.list({ currency: 'eur' })).data).toEqual([])
  expect((await client.products.list({ active: false })).data).toEqual([])
  expect((await client.products.list()).data).toMatchObject([{ name: 'Doorman Pro' }])
  expect(await client.products.retrieve('prod_doorman_pro')).toMatchObject({ type: 'service' })
})

test('an unknown price or product is not found', async () => {
  const { client } = makeStripe()
  const missing = { statusCode: 404, code: 'resource_missing' }
  await expect(client.prices.retrieve('price_none')).rejects.toMatchObject(missing)
  await expect(client.products.retrieve('prod_none')).rejects.toMatchObject(missing)
})

test('the catalog can be replaced', async () => {
  const { client } = makeStripe({
    product: { id: 'prod_1', name: 'Thing' },
    prices: [{ id: 'price_1', interval: 'month', amountCents: 500 }],
  })
  expect((await client.prices.list()).data).toMatchObject([
    { id: 'price_1', unit_amount: 500, lookup_key: null, product: 'prod_1' },
  ])
})
