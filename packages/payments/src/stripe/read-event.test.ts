import { dayMs, secondMs } from '@doorman/domain/time'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createStripePayments } from './stripe-payments.ts'

const now = new Date('2026-11-15T12:00:00Z')
const [oldSecret, newSecret] = ['whsec_old', 'whsec_new']

function open(secretKey = 'sk_live_secret', webhookSecrets = [oldSecret, newSecret]) {
  return createStripePayments({
    secretKey,
    webhookSecrets,
    prices: { monthly: 'price_monthly', yearly: 'price_yearly' },
    apiUrl: 'https://api.stripe.com',
    fetch: () => Promise.reject(new Error('An event asks Stripe nothing')),
    now: () => now,
  })
}

const event = {
  id: 'evt_1',
  object: 'event',
  livemode: true,
  type: 'customer.subscription.updated',
  data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_1' } },
}

function sign(body: string, secret = newSecret, at = now): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

const read = (body: string, signature: string | undefined = sign(body), payments = open()) =>
  payments.readEvent({ body, signature })

test.each([oldSecret, newSecret])('an event signed with %s is proven', async (secret) => {
  const body = JSON.stringify(event)
  expect(await read(body, sign(body, secret))).toEqual({ id: 'evt_1', customerId: 'cus_1' })
})

test.each([
  ['a customer', { id: 'cus_2', object: 'customer' }, 'cus_2'],
  ['an expanded customer', { object: 'invoice', customer: { id: 'cus_3' } }, 'cus_3'],
  ['no customer', { object: 'price' }, null],
  ['null as its customer', { object: 'invoice', customer: null }, null],
  ['a number as its customer', { object: 'invoice', customer: 7 }, null],
  ['nothing', undefined, null],
])('reads the id and the customer of an event about %s', async (_case, object, customerId) => {
  const body = JSON.stringify({ ...event, data: { object } })
  expect(await read(body)).toEqual({ id: 'evt_1', customerId })
})

const body = JSON.stringify(event)

test.each([
  ['without a signature', body, undefined],
  ['with an empty signature', body, ''],
  ['with garbage as its signature', body, 'garbage, t=, v1'],
  ['with another secret', body, sign(body, 'whsec_other')],
  ['whose body was changed', body.replace('cus_1', 'cus_2'), sign(body)],
  ['whose body was formatted anew', JSON.stringify(event, null, 1), sign(body)],
  ['of another scheme', body, sign(body).replace('v1=', 'v0=')],
  ['with a time but no signature', body, `t=${now.getTime() / 1000}`],
  ['without a time', body, sign(body).replace(/^t=\d+,/, '')],
  ['301 seconds old', body, sign(body, newSecret, new Date(now.getTime() - 301 * secondMs))],
  ['301 seconds ahead', body, sign(body, newSecret, new Date(now.getTime() + 301 * secondMs))],
  ['a day old', body, sign(body, newSecret, new Date(now.getTime() - dayMs))],
])('an event %s is unproven', async (_case, text, signature) => {
  expect(await open().readEvent({ body: text, signature })).toBe('unproven')
})

test.each([300, -300])('a signature may be %i seconds off', async (seconds) => {
  const at = new Date(now.getTime() + seconds * secondMs)
  expect(await read(body, sign(body, newSecret, at))).toMatchObject({ id: 'evt_1' })
})

test.each([
  ['no JSON', 'not JSON'],
  ['empty', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['another object', JSON.stringify({ ...event, object: 'customer' })],
  ['a thin event', JSON.stringify({ ...event, object: 'v2.core.event' })],
  ['without an id', JSON.stringify({ ...event, id: undefined })],
  ['with an id that is no id', JSON.stringify({ ...event, id: 'evt_\u0000' })],
  ['with a very long id', JSON.stringify({ ...event, id: `evt_${'1'.repeat(300)}` })],
  ['without a mode', JSON.stringify({ ...event, livemode: undefined })],
])('a signed body that is %s is unproven', async (_case, text) => {
  expect(await read(text)).toBe('unproven')
})

test.each([
  ['sk_live_secret', true],
  ['rk_live_secret', true],
  ['sk_test_secret', false],
  ['rk_test_secret', false],
])('with the key %s, only events of its mode count', async (key, livemode) => {
  const payments = open(key)
  for (const other of [true, false]) {
    const text = JSON.stringify({ ...event, livemode: other })
    const found = await read(text, sign(text), payments)
    expect(found === 'unproven').toBe(other !== livemode)
  }
})

test('without a secret nothing is proven', async () => {
  expect(await read(body, sign(body, ''), open('sk_live_secret', []))).toBe('unproven')
})
