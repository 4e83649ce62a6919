import { expect, test } from 'vitest'
import { buy, makeStripe } from '../../testing/stripe-client.ts'
import { dayMs } from '../../world/time.ts'

const seconds = (text: string) => new Date(text).getTime() / 1000

test('the first invoice is paid and names subscription, price and period', async () => {
  const stripe = makeStripe()
  const { customerId, subscriptionId } = await buy(stripe)
  const { data } = await stripe.client.invoices.list({ customer: customerId, status: 'paid' })
  expect(data).toMatchObject([
    {
      amount_due: 900,
      amount_paid: 900,
      amount_remaining: 0,
      billing_reason: 'subscription_create',
      currency: 'usd',
      customer_email: 'ann@example.com',
      number: expect.stringMatching(/^[0-9A-F]{8}-0001$/),
      parent: { subscription_details: { subscription: subscriptionId } },
      status_transitions: { paid_at: seconds('2026-11-15T12:00:00Z') },
      lines: {
        data: [
          {
            pricing: { price_details: { price: 'price_monthly', product: 'prod_doorman_pro' } },
            period: {
              start: seconds('2026-11-15T12:00:00Z'),
              end: seconds('2026-12-15T12:00:00Z'),
            },
          },
        ],
      },
    },
  ])
  const [invoice] = data
  expect(await stripe.client.invoices.retrieve(invoice?.id ?? '')).toEqual(invoice)
})

test('invoices are listed by customer, subscription, status and time', async () => {
  const stripe = makeStripe()
  const { client, world } = stripe
  const one = await buy(stripe)
  await world.clock.advance(dayMs)
  const two = await buy(stripe)
  const list = async (params: Parameters<typeof client.invoices.list>[0]) =>
    (await client.invoices.list(params)).data.map(({ customer }) => customer)
  expect(await list({})).toEqual([two.customerId, one.customerId])
  expect(await list({ customer: one.customerId })).toEqual([one.customerId])
  expect(await list({ subscription: two.subscriptionId })).toEqual([two.customerId])
  expect(await list({ status: 'open' })).toEqual([])
  const yesterday = seconds('2026-11-15T13:00:00Z')
  expect(await list({ created: { lt: yesterday } })).toEqual([one.customerId])
  expect(await list({ created: { gt: yesterday } })).toEqual([two.customerId])
  expect(await list({ created: seconds('2026-11-15T12:00:00Z') })).toEqual([one.customerId])
})

test('an unknown invoice or status is refused', async () => {
  const { client } = makeStripe()
  await expect(client.invoices.retrieve('in_none')).rejects.toMatchObject({ statusCode: 404 })
  await expect(client.invoices.list({ status: 'late' as 'open' })).rejects.toMatchObject({
    statusCode: 400,
    param: 'status',
  })
})
