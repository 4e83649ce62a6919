import { customers, payments as paymentRows, users } from '@doorman/db/schema'
import { simulatePayments } from '@doorman/services/testing/fake-billing'
import { isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser } from '../testing/fake-connections.ts'

const { payments, pay, stripe } = simulatePayments(new Date())
const world = await openFakeApp({ payments })
const { request, ctx } = world

type User = Awaited<ReturnType<typeof newSignedInUser>>

async function subscribe(ann: User, plan = 'monthly') {
  const { body } = await request('POST', '/api/subscriptions/create', { ...ann, body: { plan } })
  const back = new URL(await pay(String(body['sessionUrl'])))
  const sessionId = back.searchParams.get('session_id')
  return { back, sessionId }
}

const finish = (ann: User, sessionId: unknown) =>
  request('POST', '/api/billing/checkout', { ...ann, body: { sessionId } })

test('a user subscribes, returns, and has Pro, a portal and a receipt', async () => {
  const ann = await newSignedInUser(world)
  expect((await request('GET', '/api/billing/info', ann)).body).toMatchObject({
    accountType: 'free',
    subscriptionStatus: 'none',
    subscriptionPlan: null,
    canSubscribe: true,
    hasPortal: false,
  })
  const { back, sessionId } = await subscribe(ann, 'yearly')
  expect(
    `${back.pathname} ${back.searchParams.get('success')} ${back.searchParams.get('plan')}`,
  ).toBe('/billing true yearly')
  expect(await finish(ann, sessionId)).toMatchObject({
    status: 200,
    body: { isActive: true, purchase: { plan: 'yearly' } },
  })
  expect((await finish(ann, sessionId)).body).toEqual({ isActive: true, purchase: null })
  expect((await request('GET', '/api/billing/info', ann)).body).toMatchObject({
    accountType: 'paid',
    subscriptionStatus: 'active',
    subscriptionPlan: 'yearly',
    subscriptionEndDate: expect.any(String),
    cancelDate: null,
    graceEndDate: null,
    hasPortal: true,
    emailAddressLimit: null,
  })
  const portal = await request('POST', '/api/billing/portal', { ...ann, body: {} })
  expect(portal.body).toEqual({ portalUrl: expect.stringMatching(/^https:\/\/stripe\.test\//) })
  const { body } = await request('GET', '/api/billing/receipts', ann)
  expect(body).toEqual({
    sellerEmail: 'operator@example.com',
    receipts: [
      {
        id: expect.stringMatching(/^in_/),
        number: expect.stringMatching(/-0001$/),
        amountCents: 9000,
        currency: 'usd',
        plan: 'yearly',
        periodStart: expect.any(String),
        periodEnd: expect.any(String),
        paidAt: expect.any(String),
      },
    ],
  })
})

test('a second checkout while subscribed is refused, and nothing is charged', async () => {
  const ann = await newSignedInUser(world)
  await subscribe(ann)
  for (const plan of ['monthly', 'yearly'])
    expect(
      await request('POST', '/api/subscriptions/create', { ...ann, body: { plan } }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: expect.stringMatching(/^You already have a subscription/),
      },
    })
})

test.each([{ plan: 'weekly' }, { plan: '' }, { plan: null }, { plan: ['monthly'] }, {}])(
  'the plan in %j is refused',
  async (body) => {
    const ann = await newSignedInUser(world)
    expect(await request('POST', '/api/subscriptions/create', { ...ann, body })).toMatchObject({
      status: 422,
      body: { code: 'invalid', message: expect.stringContaining('plan') },
    })
  },
)

test.each([{ sessionId: '' }, { sessionId: 'x'.repeat(256) }, { sessionId: 7 }, {}])(
  'the checkout in %j is refused',
  async (body) => {
    const ann = await newSignedInUser(world)
    const answer = await request('POST', '/api/billing/checkout', { ...ann, body })
    expect(answer.status).toBe(422)
  },
)

test('there is no portal before the first checkout', async () => {
  const ann = await newSignedInUser(world)
  expect(await request('POST', '/api/billing/portal', { ...ann, body: {} })).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining('nothing to manage') },
  })
})

test('while Stripe is down the API answers 503 with a message', async () => {
  const ann = await newSignedInUser(world)
  stripe.world.faults.push({ provider: 'stripe', effect: 'cut' })
  expect(
    await request('POST', '/api/subscriptions/create', { ...ann, body: { plan: 'monthly' } }),
  ).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: expect.stringContaining('Please try again') },
  })
})

test('deleting the account ends the subscription at Stripe and keeps the payment', async () => {
  const ann = await newSignedInUser(world)
  const { sessionId } = await subscribe(ann)
  await finish(ann, sessionId)
  const before = await ctx.db.$count(users)
  const body = { password: 'correct horse battery' }
  expect((await request('DELETE', '/api/auth/account', { ...ann, body })).status).toBe(200)
  await world.runJobsUntilIdle()
  expect(await ctx.db.$count(users)).toBe(before - 1)
  const [orphan] = await ctx.db.select().from(customers).where(isNull(customers.userId))
  expect(orphan?.endedAt).toEqual(expect.any(Date))
  const customer = orphan?.providerCustomerId ?? ''
  expect((await stripe.client.subscriptions.list({ customer })).data).toEqual([])
  const rows = await ctx.db.select().from(paymentRows)
  expect(rows.filter(({ payerId }) => payerId === orphan?.id)).toHaveLength(1)
})
