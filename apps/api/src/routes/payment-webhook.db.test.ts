import { paymentEvents } from '@doorman/db/schema'
import { simulatePayments } from '@doorman/services/testing/fake-billing'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser } from '../testing/fake-connections.ts'

const simulated = simulatePayments(new Date())
const { payments, pay, sign, stripe, takeEvents } = simulated
const world = await openFakeApp({ payments })
const { app, request, ctx } = world

beforeEach(async () => {
  await ctx.db.delete(paymentEvents)
  await ctx.db.execute(sql`delete from pgboss.job`)
})

const post = (body: string, signature?: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'stripe-signature': signature }),
      ...headers,
    },
    body,
  })

async function countJobs(): Promise<number> {
  const { rows } = await ctx.db.execute(
    sql`select from pgboss.job where name = 'sync-subscription' and state = 'created'`,
  )
  return rows.length
}

const event = {
  id: 'evt_1',
  object: 'event',
  livemode: false,
  type: 'invoice.paid',
  data: { object: { object: 'invoice', customer: 'cus_unknown' } },
}

/** A user who has paid, and the events about it. */
async function newBuyer() {
  const ann = await newSignedInUser(world)
  const { body } = await request('POST', '/api/subscriptions/create', {
    ...ann,
    body: { plan: 'monthly' },
  })
  await pay(String(body['sessionUrl']))
  return { ...ann, events: takeEvents() }
}

test('events alone give the user Pro, and a burst becomes one job', async () => {
  const ann = await newBuyer()
  for (const { body, signature } of ann.events)
    expect((await post(body, signature)).statusCode).toBe(204)
  expect(await countJobs()).toBe(1)
  await world.runJobsUntilIdle()
  const { body } = await request('GET', '/api/billing/info', ann)
  expect(body).toMatchObject({ accountType: 'paid', subscriptionStatus: 'active' })
})

test('a repeated event is acknowledged and does nothing', async () => {
  const { events } = await newBuyer()
  for (const { body, signature } of events) await post(body, signature)
  await world.runJobsUntilIdle()
  for (const { body, signature } of events)
    expect((await post(body, signature)).statusCode).toBe(204)
  expect(await countJobs()).toBe(0)
})

test('two deliveries of one event at the same time make one job', async () => {
  const { events } = await newBuyer()
  const [{ body, signature } = { body: '', signature: '' }] = events
  const answers = await Promise.all([1, 2, 3].map(() => post(body, signature)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  expect(await countJobs()).toBe(1)
})

test('an event about an unknown customer is acknowledged, so that it is not repeated for days', async () => {
  const { body, signature } = sign(event)
  expect((await post(body, signature)).statusCode).toBe(204)
  expect(await ctx.db.$count(paymentEvents)).toBe(1)
  expect(await countJobs()).toBe(0)
})

const signed = sign(event)
const old = sign(event).signature.replace(/^t=(\d+)/, (_all, time) => `t=${Number(time) - 301}`)

test.each([
  ['no signature', signed.body, undefined],
  [
    'a wrong signature',
    signed.body,
    signed.signature.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
  ],
  ['a changed body', signed.body.replace('cus_unknown', 'cus_other'), signed.signature],
  ['a changed time', signed.body, old],
  ['no body', '', signed.signature],
])('a request with %s is refused and changes nothing', async (_case, body, signature) => {
  const answer = await post(body, signature)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    code: 'invalid',
    message: 'The request could not be understood.',
  })
  expect(await ctx.db.$count(paymentEvents)).toBe(0)
})

test('an event that was signed 301 seconds ago is refused', async () => {
  const { body, signature } = sign(event)
  await stripe.world.clock.advance(301_000)
  expect((await post(body, signature)).statusCode).toBe(400)
})

test('an event of live mode is refused with a test key', async () => {
  const { body, signature } = sign({ ...event, livemode: true })
  expect((await post(body, signature)).statusCode).toBe(400)
})

test('the signature covers the bytes, whatever the content type says', async () => {
  const { body, signature } = sign({ ...event, note: 'Grüße — 日本' })
  for (const type of ['text/plain', 'application/json', 'application/octet-stream'])
    expect((await post(body, signature, { 'content-type': type })).statusCode).toBe(204)
})

test('bodies larger than 256 KB are refused', async () => {
  const { body, signature } = sign({ ...event, note: 'x'.repeat(256 * 1024) })
  expect((await post(body, signature)).statusCode).toBe(413)
})

test('without payments the webhook does not exist', async () => {
  const without = await openFakeApp()
  const { body, signature } = sign(event)
  const answer = await without.app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'stripe-signature': signature },
    body,
  })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ code: 'not-found', message: 'Unknown API call.' })
})
