import type { FaultEffect } from '@doorman/simulators/world/faults'
import { cards, makeStripe, secretKey, submit } from '@doorman/simulators/testing/stripe-client'
import { dayMs } from '@doorman/domain/time'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { PaymentError } from '../payment-error.ts'
import type { Payments, Subscription } from '../payments.ts'
import { createStripePayments } from './stripe-payments.ts'

let stripe: ReturnType<typeof makeStripe>
let payments: Payments

beforeEach(() => {
  stripe = makeStripe()
  payments = connect(stripe.handle)
})

/** The adapter, whose API has a path before `/v1`, as in the demo. */
function connect(
  handle: (request: Request) => Promise<Response>,
  options: { readonly secretKey?: string; readonly timeoutMs?: number } = {},
): Payments {
  const apiUrl = 'https://doorman.test/dev/stripe'
  return createStripePayments({
    secretKey,
    webhookSecrets: ['whsec_secret'],
    prices: { monthly: 'price_monthly', yearly: 'price_yearly' },
    apiUrl,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (!request.url.startsWith(`${apiUrl}/v1/`)) throw new Error(`No ${request.url} here`)
      const url = request.url.replace(apiUrl, 'https://api.stripe.com')
      return handle(new Request(url, request))
    },
    now: () => stripe.world.clock.now(),
    ...options,
  })
}

const days = (count: number) => stripe.world.clock.advance(count * dayMs)

let keys = 0
const nextKey = () => `key-${(keys += 1)}`
const newCustomer = (idempotencyKey = nextKey()) =>
  payments.createCustomer({ email: 'ann@example.com', idempotencyKey })
const newCheckout = (
  customerId: string,
  interval: 'monthly' | 'yearly' = 'monthly',
  idempotencyKey = nextKey(),
) =>
  payments.createCheckout({
    customerId,
    interval,
    successUrl: 'http://localhost:3000/billing?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://localhost:3000/billing?canceled=true',
    idempotencyKey,
  })

async function subscribe(card = cards.pays, interval: 'monthly' | 'yearly' = 'monthly') {
  const customerId = await newCustomer()
  const checkout = await newCheckout(customerId, interval)
  await submit(stripe.handle, checkout.url, { card })
  return { customerId, checkout, subscription: await loadOne(customerId) }
}

async function loadOne(customerId: string): Promise<Subscription> {
  const [one, ...others] = await payments.listSubscriptions(customerId)
  expect(others).toEqual([])
  if (!one) throw new Error('No subscription')
  return one
}

test('a customer is created once per idempotency key', async () => {
  const input = { email: 'ann@example.com', idempotencyKey: nextKey() }
  const id = await payments.createCustomer(input)
  expect(await payments.createCustomer(input)).toBe(id)
  expect(await newCustomer()).not.toBe(id)
  expect(await stripe.client.customers.retrieve(id)).toMatchObject({ email: 'ann@example.com' })
})

describe('an idempotency key', () => {
  test.each([
    ['a server error', 'server-error'],
    ['a call that was carried out, and a server error', 'applied-then-500'],
    ['a refusal', { status: 400, body: { error: { type: 'idempotency_error' } } }],
  ] as const)('that Stripe answers with %s is not used again', async (_case, effect) => {
    const customerId = await newCustomer()
    const create = [() => newCustomer('same'), () => newCheckout(customerId, 'monthly', 'same')]
    for (const call of create) {
      stripe.world.faults.push({ provider: 'stripe', effect })
      expect(await call()).toBeTruthy()
      // For a day, Stripe repeats its first answer to a key.
      expect(await call()).toBeTruthy()
    }
  })

  test('is used again after a lost connection', async () => {
    stripe.world.faults.push({ provider: 'stripe', effect: 'applied-then-cut' })
    await expect(newCustomer('same')).rejects.toMatchObject({ detail: 'network' })
    await newCustomer('same')
    expect((await stripe.client.customers.list()).data).toHaveLength(1)
  })

  test.each([
    ['rate-limit', '429 rate_limit'],
    ['server-error', '500 api_error'],
  ] as const)('does not hide an outage: %s', async (effect, detail) => {
    stripe.world.faults.push({ provider: 'stripe', times: 2, effect })
    await expect(newCustomer('same')).rejects.toMatchObject({ failure: 'unavailable', detail })
  })
})

test.each([
  ['monthly', 900],
  ['yearly', 9000],
] as const)('a %s checkout sells its price and returns with its id', async (interval, amount) => {
  const customerId = await newCustomer()
  const checkout = await newCheckout(customerId, interval)
  const session = await stripe.client.checkout.sessions.retrieve(checkout.id)
  expect(session).toMatchObject({ customer: customerId, amount_total: amount, url: checkout.url })
  expect(checkout.expiresAt).toEqual(new Date('2026-11-16T12:00:00Z'))
  expect(await submit(stripe.handle, checkout.url, { card: cards.pays })).toBe(
    `http://localhost:3000/billing?session_id=${checkout.id}`,
  )
})

test('a checkout is open until it is paid or expires', async () => {
  const customerId = await newCustomer()
  const [paid, expired, forgotten] = [
    await newCheckout(customerId),
    await newCheckout(customerId),
    await newCheckout(customerId),
  ]
  expect(await payments.loadCheckout(paid.id)).toEqual({ isOpen: true, isPaid: false })
  await submit(stripe.handle, paid.url, { card: cards.declined })
  expect(await payments.loadCheckout(paid.id)).toEqual({ isOpen: true, isPaid: false })
  await submit(stripe.handle, paid.url, { card: cards.pays })
  expect(await payments.loadCheckout(paid.id)).toEqual({ isOpen: false, isPaid: true })
  await payments.expireCheckout(expired.id)
  await days(1)
  for (const { id } of [expired, forgotten])
    expect(await payments.loadCheckout(id)).toEqual({ isOpen: false, isPaid: false })

  // Expiring is idempotent, and a paid checkout stays paid.
  const again = [paid, expired, forgotten].map(({ id }) => payments.expireCheckout(id))
  expect(await Promise.all(again)).toEqual(['complete', 'expired', 'expired'])
  expect(await payments.loadCheckout(paid.id)).toEqual({ isOpen: false, isPaid: true })
})

test('a checkout of a customer whom an operator has deleted is not open', async () => {
  const customerId = await newCustomer()
  const { id } = await newCheckout(customerId)
  await stripe.client.customers.del(customerId)
  expect(await payments.loadCheckout(id)).toEqual({ isOpen: false, isPaid: false })
})

test('the portal has an address', async () => {
  const customerId = await newCustomer()
  const { url } = await payments.createPortal({ customerId, returnUrl: 'http://localhost:3000/' })
  expect(url).toMatch(/^https:/)
})

test('a new subscription is active, with its period, and its invoice is paid', async () => {
  const { customerId, subscription } = await subscribe(cards.pays, 'yearly')
  const [now, then] = [new Date('2026-11-15T12:00:00Z'), new Date('2027-11-15T12:00:00Z')]
  expect(subscription).toEqual({
    id: expect.stringMatching(/^sub_/),
    status: 'active',
    interval: 'yearly',
    createdAt: now,
    periodStartsAt: now,
    periodEndsAt: then,
    cancelsAt: null,
    openInvoice: null,
  })
  expect(await payments.listPaidInvoices(customerId)).toEqual([
    {
      id: expect.stringMatching(/^in_/),
      number: expect.stringMatching(/-0001$/),
      amountCents: 9000,
      currency: 'usd',
      interval: 'yearly',
      periodStartsAt: now,
      periodEndsAt: then,
      paidAt: now,
    },
  ])
})

test('the invoice of a renewal is for its own period, and the newest is listed first', async () => {
  const { customerId } = await subscribe()
  await days(31)
  const paid = await payments.listPaidInvoices(customerId)
  expect(paid.map(({ periodStartsAt }) => periodStartsAt.toISOString().slice(0, 10))).toEqual([
    '2026-12-15',
    '2026-11-15',
  ])
})

test('a renewal that fails leaves an open invoice and no payment', async () => {
  const { customerId } = await subscribe(cards.failsAtRenewal)
  await days(31)
  expect(await loadOne(customerId)).toMatchObject({
    status: 'past_due',
    periodStartsAt: new Date('2026-12-15T12:00:00Z'),
    openInvoice: {
      id: expect.stringMatching(/^in_/),
      amountCents: 900,
      periodStartsAt: new Date('2026-12-15T12:00:00Z'),
    },
  })
  expect(await payments.listPaidInvoices(customerId)).toHaveLength(1)
})

describe('of several unpaid periods', () => {
  async function missTwoPeriods() {
    stripe = makeStripe({ afterRetries: 'past-due' })
    payments = connect(stripe.handle)
    const { customerId } = await subscribe(cards.failsAtRenewal)
    await days(63)
    const { data } = await stripe.client.invoices.list({ customer: customerId, status: 'open' })
    expect(data).toHaveLength(2)
    return { customerId, oldest: data[1]?.id ?? '' }
  }

  test('the first is the open one', async () => {
    const { customerId, oldest } = await missTwoPeriods()
    expect(await loadOne(customerId)).toMatchObject({
      status: 'past_due',
      periodStartsAt: new Date('2027-01-15T12:00:00Z'),
      openInvoice: { id: oldest, periodStartsAt: new Date('2026-12-15T12:00:00Z') },
    })
  })

  test('one that an operator has forgiven does not count', async () => {
    const { customerId, oldest } = await missTwoPeriods()
    payments = connect(async (request) => {
      const response = await stripe.handle(request)
      if (!request.url.includes('/v1/invoices')) return response
      const body = (await response.json()) as { data: { id: string; status: string }[] }
      const data = body.data.map((invoice) =>
        invoice.id === oldest ? { ...invoice, status: 'uncollectible' } : invoice,
      )
      return Response.json({ ...body, data })
    })
    expect(await loadOne(customerId)).toMatchObject({
      openInvoice: { periodStartsAt: new Date('2027-01-15T12:00:00Z') },
    })
  })
})

test.each([
  ['monthly', 'yearly', '2027-11-25'],
  ['yearly', 'monthly', '2026-12-25'],
] as const)('a switch from %s to %s is paid for the new period', async (from, to, end) => {
  const { customerId, subscription } = await subscribe(cards.pays, from)
  await days(10)
  const { items } = await stripe.client.subscriptions.retrieve(subscription.id)
  await stripe.client.subscriptions.update(subscription.id, {
    items: [{ id: items.data[0]?.id ?? '', price: `price_${to}` }],
  })
  expect(await loadOne(customerId)).toMatchObject({ interval: to })
  expect((await payments.listPaidInvoices(customerId))[0]).toMatchObject({
    interval: to,
    periodStartsAt: new Date('2026-11-25T12:00:00Z'),
    periodEndsAt: new Date(`${end}T12:00:00Z`),
  })
})

test('a subscription that is cancelled for the end of its period ends then', async () => {
  const { customerId, subscription } = await subscribe()
  await stripe.client.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  const end = new Date('2026-12-15T12:00:00Z')
  expect(await loadOne(customerId)).toMatchObject({ status: 'active', cancelsAt: end })
  await days(31)
  expect(await loadOne(customerId)).toMatchObject({ status: 'canceled', cancelsAt: end })
})

test('cancelling ends a subscription at once, and a second time changes nothing', async () => {
  const { customerId, subscription } = await subscribe()
  await payments.cancelSubscription(subscription.id, 'why')
  await payments.cancelSubscription(subscription.id, 'why')
  expect(await loadOne(customerId)).toMatchObject({
    status: 'canceled',
    cancelsAt: stripe.world.clock.now(),
  })
  const { cancellation_details: details } = await stripe.client.subscriptions.retrieve(
    subscription.id,
  )
  expect(details?.comment).toBe('why')
})

test('deleting a customer ends its subscription, and a second time changes nothing', async () => {
  const { customerId } = await subscribe()
  await payments.deleteCustomer(customerId)
  await payments.deleteCustomer(customerId)
  expect(await loadOne(customerId)).toMatchObject({ status: 'canceled' })
  expect(await payments.listPaidInvoices(customerId)).toHaveLength(1)
  await expect(newCheckout(customerId)).rejects.toMatchObject({ failure: 'gone' })
})

test('a customer gets a new address, and one that is deleted stays deleted', async () => {
  const { customerId } = await subscribe()
  await payments.changeAddress(customerId, 'new@example.com')
  await payments.changeAddress(customerId, 'new@example.com')
  const customer = await stripe.client.customers.retrieve(customerId)
  expect(customer).toMatchObject({ email: 'new@example.com' })
  await payments.deleteCustomer(customerId)
  await payments.changeAddress(customerId, 'newer@example.com')
  expect(await stripe.client.customers.retrieve(customerId)).toMatchObject({ deleted: true })
})

test('lists of a deleted customer are empty if Stripe no longer knows them', async () => {
  const { customerId } = await subscribe()
  await payments.deleteCustomer(customerId)
  const error = { code: 'resource_missing', param: 'customer', message: 'No such customer' }
  const match = ({ url }: Request) => url.includes('?customer=')
  const effect = { status: 400, body: { error } }
  stripe.world.faults.push({ provider: 'stripe', match, times: 2, effect })
  expect(await payments.listSubscriptions(customerId)).toEqual([])
  expect(await payments.listPaidInvoices(customerId)).toEqual([])
})

/** Every call of the port that reaches Stripe. */
const calls: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  createCustomer: () => newCustomer(),
  changeAddress: (id) => payments.changeAddress(id, 'new@example.com'),
  createCheckout: (id) => newCheckout(id),
  loadCheckout: (id) => payments.loadCheckout(id),
  expireCheckout: (id) => payments.expireCheckout(id),
  createPortal: (id) => payments.createPortal({ customerId: id, returnUrl: 'http://localhost/' }),
  listSubscriptions: (id) => payments.listSubscriptions(id),
  listPaidInvoices: (id) => payments.listPaidInvoices(id),
  cancelSubscription: (id) => payments.cancelSubscription(id, 'why'),
  deleteCustomer: (id) => payments.deleteCustomer(id),
}

const secretText = 'ann@example.com is not allowed'

const faults: readonly (readonly [string, FaultEffect, failure: string, detail: string])[] = [
  ['fails', 'server-error', 'unavailable', '500 api_error'],
  ['is limited', 'rate-limit', 'unavailable', '429 rate_limit'],
  ['answers with a web page', 'garbage', 'unreadable', 'unexpected answer'],
  ['is down behind a proxy', { status: 502, body: '<h1>502</h1>' }, 'unavailable', '502'],
  ['answers with half a body', 'truncated', 'unreadable', 'unexpected answer'],
  ['answers with null', { status: 200, body: 'null' }, 'unreadable', 'unexpected answer'],
  ['answers with a number', { status: 200, body: '5' }, 'unreadable', 'unexpected answer'],
  ['answers with nothing', { status: 200 }, 'unreadable', 'unexpected answer'],
  ['answers 404 without an error', { status: 404, body: {} }, 'unreadable', 'unexpected answer'],
  [
    'answers with another object',
    { status: 200, body: { id: 'acct_1', object: 'account' } },
    'unreadable',
    'unexpected answer',
  ],
  [
    'redirects',
    { status: 302, headers: { location: 'https://elsewhere.test/' } },
    'unreadable',
    'unexpected answer',
  ],
  ['closes the connection', 'cut', 'unavailable', 'network'],
  ['closes the connection halfway', 'cut-midway', 'unavailable', 'network'],
  [
    'works on the same call',
    { status: 409, body: { error: { type: 'idempotency_error', message: secretText } } },
    'unavailable',
    '409 idempotency_error',
  ],
  [
    'refuses the key',
    { status: 401, body: { error: { type: 'invalid_request_error', message: secretText } } },
    'refused',
    '401 invalid_request_error',
  ],
  [
    'refuses the call with an unusual code',
    { status: 400, body: { error: { type: secretText, code: secretText, message: secretText } } },
    'refused',
    '400',
  ],
]

describe.each(Object.entries(calls))('%s', (_name, call) => {
  test.each(faults)(
    'throws a PaymentError when Stripe %s',
    async (_case, effect, failure, detail) => {
      // Two calls fail: after a refusal, some methods ask whether the object has ended already.
      stripe.world.faults.push({ provider: 'stripe', times: 2, effect })
      const error = await call('cus_1').catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(PaymentError)
      expect(error).toMatchObject({ failure, detail })
      expect(inspect(error)).not.toContain('ann@example.com')
    },
  )

  test('fails as unavailable when Stripe is silent', async () => {
    payments = connect(stripe.handle, { timeoutMs: 20 })
    stripe.world.faults.push({ provider: 'stripe', effect: 'silence' })
    await expect(call('cus_1')).rejects.toMatchObject({ failure: 'unavailable', detail: 'timeout' })
  })
})

test('a body that is larger than any real one is not read to its end', async () => {
  payments = connect(async () => new Response(' '.repeat(11 * 1024 * 1024)))
  await expect(payments.listSubscriptions('cus_1')).rejects.toMatchObject({
    failure: 'unreadable',
    detail: 'too large',
  })
})

const { createCustomer: _, cancelSubscription, ...callsWithId } = calls

test.each(Object.entries(callsWithId))(
  'with the key of another account, the object of %s is gone',
  async (_name, call) => {
    await expect(call('cus_unknown')).rejects.toMatchObject({ failure: 'gone' })
  },
)

test('Stripe does not tell an unknown subscription from one that has ended', async () => {
  await expect(cancelSubscription?.('sub_unknown')).resolves.toBeUndefined()
})

test('an unknown price is a wrong setting, not a lost customer', async () => {
  const customerId = await newCustomer()
  payments = createStripePayments({
    secretKey,
    webhookSecrets: [],
    prices: { monthly: 'price_unknown', yearly: 'price_yearly' },
    apiUrl: 'https://api.stripe.com',
    fetch: async (input, init) => stripe.handle(new Request(input, init)),
    now: () => stripe.world.clock.now(),
  })
  await expect(newCheckout(customerId)).rejects.toMatchObject({
    failure: 'refused',
    detail: '400 resource_missing',
  })
})

describe('a subscription that Stripe describes in words we don’t know', () => {
  type Change = (subscription: Record<string, never>) => void

  test.each<[string, Change, string]>([
    ['status', (found) => Object.assign(found, { status: 'frozen' }), 'unknown status frozen'],
    ['status none', (found) => Object.assign(found, { status: 'none' }), 'unknown status none'],
    [
      'interval',
      (found) => Object.assign(recurringOf(found), { interval: 'week' }),
      'unknown interval week',
    ],
    [
      'interval count',
      (found) => Object.assign(recurringOf(found), { interval_count: 3 }),
      'unknown interval month',
    ],
    [
      'text instead of a code',
      (found) => Object.assign(found, { status: 'Ann’s' }),
      'unknown status null',
    ],
  ])('is refused with its code, not guessed: %s', async (_case, change, detail) => {
    const { customerId } = await subscribe()
    payments = connect(async (request) => {
      const body = (await (await stripe.handle(request)).json()) as {
        data: Record<string, never>[]
      }
      body.data.forEach(change)
      return Response.json(body)
    })
    await expect(payments.listSubscriptions(customerId)).rejects.toMatchObject({
      failure: 'refused',
      detail,
    })
  })

  function recurringOf(found: object): object {
    type Shape = { items: { data: [{ price: { recurring: object } }] } }
    return (found as Shape).items.data[0].price.recurring
  }
})

test('Stripe is asked in the version of its client, without telemetry, and no redirect is followed', async () => {
  const seen: Request[] = []
  payments = connect(async (request) => {
    seen.push(request)
    return stripe.handle(request)
  })
  const customerId = await newCustomer()
  await payments.listSubscriptions(customerId)
  for (const { headers, redirect } of seen) {
    expect(redirect).toBe('manual')
    expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
    expect(headers.has('x-stripe-client-telemetry')).toBe(false)
  }
})
