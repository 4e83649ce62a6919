import { expect, test } from 'vitest'
import { buy, makeStripe, webhook } from '../testing/stripe-client.ts'
import { dayMs, hourMs } from '../world/time.ts'

/** A product that answers each delivery with the next of these statuses, then with 200. */
async function setUp(...answers: (number | 'cut')[]) {
  const received: { id: string; type: string; at: Date }[] = []
  const requests: Request[] = []
  const stripe = makeStripe({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request.clone())
      const { id, type } = (await request.json()) as { id: string; type: string }
      received.push({ id, type, at: stripe.world.clock.now() })
      const answer = answers.shift() ?? 200
      if (answer === 'cut') throw new TypeError('fetch failed')
      return new Response(null, { status: answer })
    },
  })
  return { ...stripe, received, requests }
}

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type)

test('a purchase is reported in full', async () => {
  const stripe = await setUp()
  const { world, received, client, events } = stripe
  const { subscriptionId, sessionId } = await buy(stripe)
  await world.clock.advance(1000)
  expect(types(received)).toEqual([
    'customer.created',
    'payment_method.attached',
    'invoice.created',
    'customer.subscription.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
    'checkout.session.completed',
  ])
  expect(events.at(-1)).toMatchObject({
    id: expect.stringMatching(/^evt_1\w{23}$/),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: new Date('2026-11-15T12:00:00Z').getTime() / 1000,
    livemode: false,
    pending_webhooks: 0,
    request: { id: null, idempotency_key: null },
    type: 'checkout.session.completed',
    data: { object: { id: sessionId, subscription: subscriptionId } },
  })
  expect(events[0]?.request?.id).toMatch(/^req_/)
  const listed = await client.events.list({ type: 'checkout.session.completed' })
  expect(listed.data).toEqual([events.at(-1)])
})

test('the official client accepts the signature at the world’s time, and no other', async () => {
  const { client, world, requests } = await setUp()
  await client.customers.create({})
  await world.clock.advance(0)
  const [request] = requests
  const body = (await request?.text()) ?? ''
  const signature = request?.headers.get('stripe-signature') ?? ''
  const nowMs = world.clock.now().getTime()
  const verify = (text: string, secret: string, atMs: number) =>
    client.webhooks.constructEventAsync(text, signature, secret, 300, undefined, atMs)
  expect(await verify(body, webhook.secret, nowMs)).toMatchObject({ type: 'customer.created' })
  await expect(verify(body, 'whsec_other', nowMs)).rejects.toThrow(/signature/)
  await expect(verify(`${body} `, webhook.secret, nowMs)).rejects.toThrow(/signature/)
  await expect(verify(body, webhook.secret, nowMs + 301_000)).rejects.toThrow(/tolerance/)
})

test('a delivery is repeated with a growing pause until the product answers 2xx', async () => {
  const { client, world, received, requests } = await setUp(500, 'cut', 302)
  await client.customers.create({})
  await world.clock.advance(hourMs)
  expect(
    received.map(({ at }) => (at.getTime() - (received[0]?.at.getTime() ?? 0)) / 1000),
  ).toEqual([0, 10, 30, 70])
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  const signatures = requests.map((request) => request.headers.get('stripe-signature'))
  expect(new Set(signatures).size).toBe(4)
  expect(world.record.notifications).toMatchObject(
    [500, null, 302, 200].map((status) => ({ provider: 'stripe', url: webhook.url, status })),
  )
})

test('Stripe gives up after three days', async () => {
  const { client, world, received, events } = await setUp(...Array<number>(100).fill(500))
  await client.customers.create({})
  await world.clock.advance(10 * dayMs)
  expect(received.length).toBeGreaterThan(10)
  const last = received.at(-1)?.at.getTime() ?? 0
  expect(last - new Date('2026-11-15T12:00:00Z').getTime()).toBeLessThanOrEqual(3 * dayMs)
  expect(events[0]?.pending_webhooks).toBe(1)
  expect((await client.events.list({ delivery_success: false })).data).toHaveLength(1)
})

test('events can be lost, doubled, late or out of order', async () => {
  const { client, world, received, setDeliveryFaults } = await setUp()
  const change = async (name: string) => {
    await client.customers.create({ name })
    await client.customers.create({ name })
    await world.clock.advance(0)
    return received.splice(0).map(({ id }) => id)
  }
  setDeliveryFaults({ drop: true })
  expect(await change('lost')).toEqual([])
  setDeliveryFaults({ copies: 2 })
  const doubled = await change('doubled')
  expect(doubled).toHaveLength(4)
  expect(new Set(doubled).size).toBe(2)
  setDeliveryFaults({ reorder: true })
  const swapped = await change('swapped')
  const { data } = await client.events.list({ limit: 2 })
  expect(swapped).toEqual(data.map(({ id }) => id))
  setDeliveryFaults({ delayMs: dayMs })
  expect(await change('late')).toEqual([])
  await world.clock.advance(dayMs)
  expect(received).toHaveLength(2)
  received.splice(0)
  setDeliveryFaults()
  expect(await change('normal')).toHaveLength(2)
})

test('an event can be sent once more', async () => {
  const { client, world, received, events, resend } = await setUp()
  await client.customers.create({})
  await world.clock.advance(0)
  resend(events[0]?.id ?? '')
  await world.clock.advance(0)
  expect(received.map(({ id }) => id)).toEqual([events[0]?.id, events[0]?.id])
})

test('the data of an event never changes', async () => {
  const { client, events } = await setUp()
  const { id } = await client.customers.create({ name: 'Ann' })
  await client.customers.update(id, { name: 'Ben' })
  expect(events.map(({ data }) => data.object)).toMatchObject([{ name: 'Ann' }, { name: 'Ben' }])
})

test('events are listed by type and time', async () => {
  const { client, world } = await setUp()
  const { id } = await client.customers.create({})
  await world.clock.advance(hourMs)
  await client.customers.update(id, { name: 'Ben' })
  const list = async (params: Parameters<typeof client.events.list>[0]) =>
    types((await client.events.list(params)).data)
  expect(await list({})).toEqual(['customer.updated', 'customer.created'])
  expect(await list({ types: ['customer.created', 'invoice.paid'] })).toEqual(['customer.created'])
  const start = new Date('2026-11-15T12:00:00Z').getTime() / 1000
  expect(await list({ created: { gte: start + 1 } })).toEqual(['customer.updated'])
  await expect(list({ type: 'a', types: ['b'] })).rejects.toThrow(/either/)
  const [event] = (await client.events.list({ limit: 1 })).data
  expect(await client.events.retrieve(event?.id ?? '')).toEqual(event)
  await expect(client.events.retrieve('evt_none')).rejects.toMatchObject({ statusCode: 404 })
})
