import { checkouts, customers, users } from '@doorman/db/schema'
import { dayMs, hourMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openFakeBilling, type FakePayer } from '../testing/fake-billing.ts'
import { finishCheckout } from './finish-checkout.ts'
import { openPortal } from './open-portal.ts'
import { startCheckout } from './start-checkout.ts'

const world = await openFakeBilling()
const { ctx, stripe, pay, receive, takeEvents } = world
const { client } = stripe

beforeEach(() => stripe.world.faults.clear())

const alreadySubscribed = { code: 'conflict', message: expect.stringMatching(/already have a sub/) }
const unavailable = { code: 'unavailable', message: expect.stringContaining('try again') }

const customersOf = ({ userId }: FakePayer) =>
  ctx.db.select().from(customers).where(eq(customers.userId, userId))

async function listSessions(payer: FakePayer) {
  const [row] = await customersOf(payer)
  const { data } = await client.checkout.sessions.list({ customer: row?.providerCustomerId ?? '' })
  return data
}

async function countOpen(payer: FakePayer): Promise<number> {
  return (await listSessions(payer)).filter(({ status }) => status === 'open').length
}

test('a checkout knows its user, its price and where to return to', async () => {
  const ann = await world.newPayer()
  const { checkoutId, url } = await ann.startCheckout('yearly')
  const [session] = await listSessions(ann)
  expect(session).toMatchObject({
    id: checkoutId,
    url,
    amount_total: 9000,
    cancel_url: 'http://localhost:3000/billing?canceled=true',
    success_url:
      'http://localhost:3000/billing?success=true&plan=yearly&session_id={CHECKOUT_SESSION_ID}',
  })
  const [row] = await customersOf(ann)
  expect(await client.customers.retrieve(row?.providerCustomerId ?? '')).toMatchObject({
    email: ann.address,
  })
})

test('the customer is stored before a checkout exists', async () => {
  const ann = await world.newPayer()
  const match = ({ url }: Request) => url.includes('/checkout/sessions')
  stripe.world.faults.push({ provider: 'stripe', match, times: 2, effect: 'server-error' })
  await expect(ann.startCheckout()).rejects.toMatchObject(unavailable)
  expect(await customersOf(ann)).toHaveLength(1)
  await ann.startCheckout()
  expect(await customersOf(ann)).toHaveLength(1)
})

test('a user whose address is not confirmed can pay', async () => {
  const ann = await world.newPayer()
  await ctx.db.update(users).set({ emailVerified: false }).where(eq(users.id, ann.userId))
  expect((await ann.startCheckout()).url).toMatch(/^https:/)
})

/** Resolves for all callers once there are two of them. */
function meet(): () => Promise<void> {
  const waiting: (() => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 2) for (const go of waiting) go()
    })
}

test('two tabs that start the same plan get the same customer and the same page', async () => {
  const ann = await world.newPayer()
  const [atCustomer, atCheckout] = [meet(), meet()]
  const payments: typeof world.payments = {
    ...world.payments,
    async createCustomer(input) {
      await atCustomer()
      return world.payments.createCustomer(input)
    },
    async createCheckout(input) {
      await atCheckout()
      return world.payments.createCheckout(input)
    },
  }
  const start = () => startCheckout({ ...ctx, payments }, ann.actor, { interval: 'monthly' })
  const [one, other] = await Promise.all([start(), start()])
  expect(one.url).toBe(other.url)
  expect(await customersOf(ann)).toHaveLength(1)
  expect((await client.customers.list({ email: ann.address })).data).toHaveLength(1)
  expect(await listSessions(ann)).toHaveLength(1)
})

test('if two tabs create two customers after an error of Stripe, one of them stays', async () => {
  const ann = await world.newPayer()
  const atCustomer = meet()
  const payments: typeof world.payments = {
    ...world.payments,
    async createCustomer({ email }) {
      const idempotencyKey = crypto.randomUUID()
      const id = await world.payments.createCustomer({ email, idempotencyKey })
      await atCustomer()
      return id
    },
  }
  const start = () => startCheckout({ ...ctx, payments }, ann.actor, { interval: 'monthly' })
  await Promise.all([start(), start()])
  const listCustomers = () => client.customers.list({ email: ann.address })
  expect((await listCustomers()).data).toHaveLength(2)
  await world.runJobsUntilIdle()
  expect((await listCustomers()).data).toMatchObject([{ id: await ann.customerId() }])
  expect(await countOpen(ann)).toBe(1)
})

test('an answer that was lost does not block a checkout after the public URL has changed', async () => {
  const ann = await world.newPayer()
  const match = ({ url }: Request) => url.includes('/checkout/sessions')
  stripe.world.faults.push({ provider: 'stripe', match, effect: 'applied-then-cut' })
  await expect(ann.startCheckout()).rejects.toMatchObject(unavailable)
  const moved = { ...ctx, publicUrl: 'https://doorman.test' }
  expect((await startCheckout(moved, ann.actor, { interval: 'monthly' })).url).toMatch(/^https:/)
})

test('of two tabs that start different plans, one page stays open', async () => {
  const ann = await world.newPayer()
  const atCheckout = meet()
  const payments: typeof world.payments = {
    ...world.payments,
    async createCheckout(input) {
      const checkout = await world.payments.createCheckout(input)
      await atCheckout()
      return checkout
    },
  }
  const intervals = ['monthly', 'yearly'] as const
  await Promise.all(
    intervals.map((interval) => startCheckout({ ...ctx, payments }, ann.actor, { interval })),
  )
  expect(await listSessions(ann)).toHaveLength(2)
  expect(await countOpen(ann)).toBe(1)
})

test('an open checkout is offered again, and ends when the other plan is chosen', async () => {
  const ann = await world.newPayer()
  const monthly = await ann.startCheckout('monthly')
  expect(await ann.startCheckout('monthly')).toEqual(monthly)
  const yearly = await ann.startCheckout('yearly')
  expect(await countOpen(ann)).toBe(1)
  expect(await ann.startCheckout('yearly')).toEqual(yearly)
  const again = await ann.startCheckout('monthly')
  expect(again.checkoutId).not.toBe(monthly.checkoutId)
  expect(await listSessions(ann)).toHaveLength(3)
  expect(await countOpen(ann)).toBe(1)
})

test('a checkout that is about to expire is not offered again', async () => {
  const ann = await world.newPayer()
  const first = await ann.startCheckout()
  const soon = new Date(ctx.now().getTime() + hourMs / 3)
  await ctx.db.update(checkouts).set({ expiresAt: soon }).where(eq(checkouts.userId, ann.userId))
  expect((await ann.startCheckout()).checkoutId).not.toBe(first.checkoutId)
  expect(await countOpen(ann)).toBe(1)
})

test('a checkout that an operator has expired is not offered again', async () => {
  const ann = await world.newPayer()
  const first = await ann.startCheckout()
  await client.checkout.sessions.expire(first.checkoutId)
  expect((await ann.startCheckout()).checkoutId).not.toBe(first.checkoutId)
})

test('a user who has just paid in another tab cannot pay again', async () => {
  const ann = await world.newPayer()
  await pay((await ann.startCheckout()).url)
  // No event has told us yet.
  expect((await ann.info()).plan).toBe('free')
  await expect(ann.startCheckout('yearly')).rejects.toMatchObject(alreadySubscribed)
  await expect(ann.startCheckout('monthly')).rejects.toMatchObject(alreadySubscribed)
  expect((await ann.info()).plan).toBe('paid')
})

const refusal = { name: 'AppError', ...alreadySubscribed }
const page = { url: expect.stringMatching(/^https:/) }

test.each([
  ['active', refusal],
  ['trialing', refusal],
  ['past_due', refusal],
  ['unpaid', page],
  ['paused', page],
  ['incomplete', page],
  ['incomplete_expired', page],
  ['canceled', page],
] as const)('with a subscription that is %s, a checkout leads to %j', async (status, outcome) => {
  const ann = await world.newPayer()
  await ann.startCheckout()
  const [row] = await customersOf(ann)
  const customer = row?.providerCustomerId ?? ''
  const list = world.payments.listSubscriptions
  const found = { ...sampleSubscription, status }
  const payments = {
    ...world.payments,
    listSubscriptions: async (id: string) => (id === customer ? [found] : list(id)),
  }
  const attempt = startCheckout({ ...ctx, payments }, ann.actor, { interval: 'yearly' })
  expect(await attempt.catch((error: unknown) => error)).toMatchObject(outcome)
})

const sampleSubscription = {
  id: 'sub_sample',
  interval: 'monthly',
  createdAt: new Date(),
  periodStartsAt: new Date(),
  periodEndsAt: new Date(Date.now() + 30 * dayMs),
  cancelsAt: null,
  openInvoice: null,
} as const

test('a user whose customer an operator has deleted at Stripe can subscribe again', async () => {
  const ann = await world.newPayer()
  await pay((await ann.startCheckout()).url)
  await receive(takeEvents())
  const [before] = await customersOf(ann)
  await client.customers.del(before?.providerCustomerId ?? '')
  await receive(takeEvents())
  expect((await ann.info()).plan).toBe('free')
  await pay((await ann.startCheckout()).url)
  await receive(takeEvents())
  expect((await ann.info()).plan).toBe('paid')
  expect(await customersOf(ann)).toMatchObject([{ id: before?.id }])
})

test('a checkout of a customer whom an operator has deleted at Stripe is not offered again', async () => {
  const ann = await world.newPayer()
  const before = await ann.startCheckout()
  await client.customers.del(await ann.customerId())
  const after = await ann.startCheckout()
  expect(after.checkoutId).not.toBe(before.checkoutId)
  await pay(after.url)
  await receive(takeEvents())
  expect((await ann.info()).plan).toBe('paid')
})

test.each(['made', 'replaced'])(
  'a user who deletes the account while the customer is %s gets no checkout and leaves no customer at Stripe',
  async (how) => {
    const ann = await world.newPayer()
    if (how === 'replaced') {
      await ann.startCheckout()
      await client.customers.del(await ann.customerId())
    }
    const create = world.payments.createCustomer
    const payments = {
      ...world.payments,
      async createCustomer(input: Parameters<typeof create>[0]) {
        const id = await create(input)
        await ctx.db.delete(users).where(eq(users.id, ann.userId))
        return id
      },
    }
    await expect(
      startCheckout({ ...ctx, payments }, ann.actor, { interval: 'monthly' }),
    ).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await client.customers.list({ email: ann.address })).data).toHaveLength(1)
    await world.runJobsUntilIdle()
    expect((await client.customers.list({ email: ann.address })).data).toEqual([])
  },
)

test('a user who pays on the other page while a new one is made does not get the new one', async () => {
  const ann = await world.newPayer()
  const monthly = await ann.startCheckout('monthly')
  const payments: typeof world.payments = {
    ...world.payments,
    async createCheckout(input) {
      const checkout = await world.payments.createCheckout(input)
      await pay(monthly.url)
      return checkout
    },
  }
  await expect(
    startCheckout({ ...ctx, payments }, ann.actor, { interval: 'yearly' }),
  ).rejects.toMatchObject(alreadySubscribed)
  expect(await countOpen(ann)).toBe(0)
  expect((await ann.info()).interval).toBe('monthly')
})

test('with the key of another account no customer is replaced', async () => {
  world.expectError('non-fatal-error')
  const ann = await world.newPayer()
  await ann.startCheckout()
  const before = await customersOf(ann)
  await ctx.db
    .update(customers)
    .set({ providerCustomerId: 'cus_of_another_account' })
    .where(eq(customers.userId, ann.userId))
  await expect(ann.startCheckout('yearly')).rejects.toMatchObject(unavailable)
  expect(await customersOf(ann)).toMatchObject([
    { id: before[0]?.id, providerCustomerId: 'cus_of_another_account' },
  ])
})

describe('when Stripe is down', () => {
  const calls = [
    'POST /v1/customers',
    'POST /v1/checkout/sessions',
    'GET /v1/checkout/sessions/',
    'GET /v1/subscriptions',
    'GET /v1/invoices',
    'POST /v1/billing_portal/sessions',
  ]

  test.each(calls)('during %s the user is asked to try again, and can', async (call) => {
    const ann = await world.newPayer()
    const isFirst = call === 'POST /v1/customers'
    const { checkoutId } = isFirst ? { checkoutId: '' } : await ann.startCheckout('monthly')
    const act = async () => {
      if (call.includes('portal')) return openPortal(ctx, ann.actor)
      if (call.includes('GET /v1/checkout')) return finishCheckout(ctx, ann.actor, { checkoutId })
      return ann.startCheckout('yearly')
    }
    const match = ({ method, url }: Request) =>
      `${method} ${new URL(url).pathname}`.startsWith(call)
    stripe.world.faults.push({ provider: 'stripe', match, effect: 'cut' })
    await expect(act()).rejects.toMatchObject(unavailable)
    await act()
    await world.runJobsUntilIdle()
  })

  test('a checkout of the other plan that cannot be expired does not block the new one', async () => {
    world.expectError('non-fatal-error')
    const ann = await world.newPayer()
    await ann.startCheckout('monthly')
    const match = ({ url }: Request) => url.endsWith('/expire')
    stripe.world.faults.push({ provider: 'stripe', match, effect: 'server-error' })
    await ann.startCheckout('yearly')
    expect(await countOpen(ann)).toBe(2)
    await ann.startCheckout('yearly')
    expect(await countOpen(ann)).toBe(2)
    // Once the user has paid, nothing is left that could be paid as well.
    const [yearly] = await listSessions(ann)
    await pay(yearly?.url ?? '')
    await receive(takeEvents())
    expect(await countOpen(ann)).toBe(0)
  })
})

test('a refusal by Stripe is reported to the operator, and the user is asked to try again', async () => {
  world.expectError('non-fatal-error')
  const ann = await world.newPayer()
  stripe.world.faults.push({
    provider: 'stripe',
    effect: { status: 401, body: { error: { type: 'invalid_request_error' } } },
  })
  await expect(ann.startCheckout()).rejects.toMatchObject(unavailable)
  expect(world.logs.join()).toContain('PaymentError')
  expect(world.logs.join()).not.toContain(ann.address)
})

test('without payments nothing can be bought or managed', async () => {
  const ann = await world.newPayer()
  const without = { ...ctx, payments: null }
  const notSetUp = { code: 'unavailable', message: 'Payments aren’t set up on this server.' }
  await expect(startCheckout(without, ann.actor, { interval: 'monthly' })).rejects.toMatchObject(
    notSetUp,
  )
  await expect(openPortal(without, ann.actor)).rejects.toMatchObject(notSetUp)
  await expect(finishCheckout(without, ann.actor, { checkoutId: 'cs_1' })).rejects.toMatchObject(
    notSetUp,
  )
})

test('a user starts at most twenty checkouts an hour', async () => {
  const ann = await world.newPayer()
  for (let n = 0; n < 20; n += 1) await ann.startCheckout()
  await expect(ann.startCheckout()).rejects.toMatchObject({ code: 'too-many' })
  const bob = await world.newPayer()
  expect((await bob.startCheckout()).url).toMatch(/^https:/)
})

describe('the portal', () => {
  test('opens at Stripe for the user’s own customer', async () => {
    const [ann, bob] = [await world.newPayer(), await world.newPayer()]
    for (const payer of [ann, bob]) await payer.startCheckout()
    const { url } = await openPortal(ctx, ann.actor)
    expect(url).toMatch(/^https:\/\/stripe\.test\//)
    const page = await (await stripe.handle(new Request(url))).text()
    expect(page).toContain(ann.address)
    expect(page).not.toContain(bob.address)
  })

  test('needs a customer', async () => {
    const ann = await world.newPayer()
    await expect(openPortal(ctx, ann.actor)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You haven’t subscribed yet, so there’s nothing to manage.',
    })
    expect(await ann.info()).toMatchObject({ hasPortal: false, canSubscribe: true })
  })

  test('says so if an operator has deleted the customer at Stripe', async () => {
    const ann = await world.newPayer()
    await ann.startCheckout()
    await client.customers.del(await ann.customerId())
    await expect(openPortal(ctx, ann.actor)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You don’t have a subscription, so there’s nothing to manage.',
    })
  })

  test('asks to try again if Stripe does not know the customer', async () => {
    world.expectError('non-fatal-error')
    const ann = await world.newPayer()
    await ctx.db.insert(customers).values({
      userId: ann.userId,
      providerCustomerId: `cus_unknown_${ann.id}`,
      createdAt: ctx.now(),
    })
    await expect(openPortal(ctx, ann.actor)).rejects.toMatchObject(unavailable)
    await ctx.db.delete(customers).where(eq(customers.userId, ann.userId))
  })
})
