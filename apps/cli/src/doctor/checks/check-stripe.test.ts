import { createStripe } from '@doorman/simulators/stripe/stripe'
import { expect, test } from 'vitest'
import {
  canary,
  createFakeWorld,
  diagnose,
  serviceEnv,
  toNetworkError,
} from '../../testing/fake-probes.ts'

const subjects = ['Stripe', 'Stripe prices', 'Stripe webhook']

async function findStripe(env: Record<string, string> = {}, world = createFakeWorld()) {
  const { all } = await diagnose({ ...serviceEnv, ...env }, world)
  return all.filter(({ subject }) => subjects.includes(subject))
}

/** A world whose Stripe sells these prices. */
function createWorldWith(prices: Parameters<typeof createStripe>[1]['prices'] & object) {
  const world = createFakeWorld()
  const stripe = createStripe(world.world, { secretKey: serviceEnv.STRIPE_SECRET_KEY, prices })
  world.hosts.set('stripe.test', stripe.handle)
  return world
}

const monthly = {
  id: 'price_monthly',
  interval: 'month',
  amountCents: 900,
  lookupKey: 'm',
} as const
const yearly = { id: 'price_yearly', interval: 'year', amountCents: 9000, lookupKey: 'y' } as const

test('a key that works, both prices and the webhook secret are ok', async () => {
  expect(await findStripe()).toMatchObject([
    { subject: 'Stripe', status: 'ok', says: 'stripe.test accepts our live key' },
    { subject: 'Stripe prices', status: 'ok', says: '$9 a month and $90 a year' },
    {
      subject: 'Stripe webhook',
      status: 'ok',
      says: 'one signing secret, for https://doorman.test/api/webhooks/stripe',
    },
  ])
})

test('without Stripe, Pro cannot be bought; in the demo it is simulated', async () => {
  const none = Object.fromEntries(
    Object.keys(serviceEnv)
      .filter((name) => name.startsWith('STRIPE_'))
      .map((name) => [name, '']),
  )
  expect(await findStripe(none)).toMatchObject([
    { subject: 'Stripe', status: 'off', says: 'not set up: Pro cannot be bought' },
  ])
  expect((await diagnose({})).of('Stripe')).toMatchObject([{ status: 'off', says: 'simulated' }])
})

test.each([
  [{ STRIPE_PRICE_YEARLY: '' }, 'STRIPE_PRICE_YEARLY must be set'],
  [{ STRIPE_WEBHOOK_SECRET: canary }, 'STRIPE_WEBHOOK_SECRET: must have the form'],
  [{ STRIPE_SECRET_KEY: canary }, 'STRIPE_SECRET_KEY: must have the form'],
  [{ STRIPE_SECRET_KEY: `sk_test_${canary.repeat(3)}` }, 'is a test key'],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 'is a live key'],
])('a wrong setting is named, case %#', async (env, words) => {
  expect(await findStripe(env)).toMatchObject([
    { subject: 'Stripe', status: 'broken', says: expect.stringContaining(words) },
  ])
})

test('a key that Stripe rejects is broken, and prices are not judged', async () => {
  const found = await findStripe({ STRIPE_SECRET_KEY: `sk_live_${'wrong'.repeat(4)}` })
  expect(found).toMatchObject([
    { subject: 'Stripe', status: 'broken', says: 'stripe.test rejects our live key (401)' },
    { subject: 'Stripe webhook' },
  ])
})

test.each([
  ['ENOTFOUND', 'no such host'],
  ['ETIMEDOUT', 'no answer in time'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
])('a host that fails with %s is broken', async (code, words) => {
  const world = createFakeWorld()
  world.hosts.set('stripe.test', () => Promise.reject(toNetworkError(code)))
  expect((await findStripe({}, world))[0]).toMatchObject({
    status: 'broken',
    says: `stripe.test: ${words}`,
  })
})

test.each([
  ['a web page', () => new Response('<h1>Hello</h1>'), 'unexpected answer'],
  ['another object', () => Response.json({ hello: 'world' }), 'unexpected answer'],
  [
    'an error',
    () => Response.json({ error: { type: 'api_error' } }, { status: 502 }),
    'it answers with status 502',
  ],
])('a host that answers with %s is broken', async (_case, answer, words) => {
  const world = createFakeWorld()
  world.hosts.set('stripe.test', async () => answer())
  expect((await findStripe({}, world))[0]).toMatchObject({
    status: 'broken',
    says: `stripe.test: ${words}`,
  })
})

test.each([
  [
    'missing',
    [monthly],
    'broken',
    'STRIPE_PRICE_YEARLY does not exist in the account and mode of our key',
  ],
  [
    'of the wrong interval',
    [monthly, { ...yearly, interval: 'month' as const }],
    'broken',
    'STRIPE_PRICE_YEARLY does not recur every year',
  ],
  [
    'of another amount',
    [{ ...monthly, amountCents: 1200 }, yearly],
    'look',
    'STRIPE_PRICE_MONTHLY charges 12.00 usd, but our pages say 9.00 usd',
  ],
  [
    'of another amount, beside one that is missing',
    [{ ...monthly, amountCents: 1200 }],
    'broken',
    'STRIPE_PRICE_YEARLY does not exist in the account and mode of our key',
  ],
])('a price that is %s is reported', async (_case, prices, status, says) => {
  const found = await findStripe({}, createWorldWith(prices))
  expect(found[1]).toMatchObject({ subject: 'Stripe prices', status, says })
})

test.each([
  [{ active: false }, 'broken', 'STRIPE_PRICE_MONTHLY is archived'],
  [{ recurring: null }, 'broken', 'STRIPE_PRICE_MONTHLY does not recur every month'],
  [
    { recurring: { interval: 'month', interval_count: 3 } },
    'broken',
    'STRIPE_PRICE_MONTHLY does not recur every month',
  ],
  [
    { currency: 'eur' },
    'look',
    'STRIPE_PRICE_MONTHLY charges 9.00 eur, but our pages say 9.00 usd',
  ],
  [
    { currency: canary, unit_amount: null },
    'look',
    'STRIPE_PRICE_MONTHLY charges another amount, but our pages say 9.00 usd',
  ],
])('a price with %j is reported', async (changes, status, says) => {
  const world = createFakeWorld()
  const handle = world.hosts.get('stripe.test')
  world.hosts.set('stripe.test', async (request) => {
    const response = await handle?.(request)
    const isMonthly = request.url.includes('price_monthly')
    const price = (await response?.json()) as object
    return Response.json(isMonthly ? { ...price, ...changes } : price)
  })
  expect((await findStripe({}, world))[1]).toMatchObject({ status, says })
})

test('a price that Stripe refuses to show is not called missing', async () => {
  const world = createFakeWorld()
  const handle = world.hosts.get('stripe.test')
  world.hosts.set('stripe.test', async (request) => {
    const error = { type: 'invalid_request_error', message: canary }
    if (request.url.includes('price_yearly')) return Response.json({ error }, { status: 403 })
    return (await handle?.(request)) ?? Response.error()
  })
  expect((await findStripe({}, world))[1]).toMatchObject({
    subject: 'Stripe prices',
    status: 'broken',
    says: 'STRIPE_PRICE_YEARLY cannot be checked: Stripe refuses to show it (403)',
  })
})

test('two webhook secrets need attention, because they are meant for a change of secrets', async () => {
  const secret = serviceEnv.STRIPE_WEBHOOK_SECRET
  const found = await findStripe({ STRIPE_WEBHOOK_SECRET: `${secret},${secret}` })
  expect(found[2]).toMatchObject({ subject: 'Stripe webhook', status: 'look' })
})

test('the checks change nothing at Stripe', async () => {
  const world = createFakeWorld()
  await findStripe({}, world)
  const asked = world.world.record.requests.filter(({ provider }) => provider === 'stripe')
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET'])
})
