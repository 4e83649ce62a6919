import { expect, test } from 'vitest'
import { buy, makeStripe } from '../../testing/stripe-client.ts'
import { dayMs } from '../../world/time.ts'

test('a customer is created, retrieved and found by email', async () => {
  const { client, events } = makeStripe()
  const created = await client.customers.create({
    email: 'ann@example.com',
    name: 'Ann',
    metadata: { customerId: '7' },
  })
  expect(created.id).toMatch(/^cus_\w{14}$/)
  expect(created).toMatchObject({ email: 'ann@example.com', metadata: { customerId: '7' } })
  expect(await client.customers.retrieve(created.id)).toMatchObject({ id: created.id, name: 'Ann' })
  const found = await client.customers.list({ email: 'ann@example.com' })
  expect(found.data.map(({ id }) => id)).toEqual([created.id])
  expect((await client.customers.list({ email: 'ben@example.com' })).data).toEqual([])
  expect(events.map(({ type }) => type)).toEqual(['customer.created'])
})

test('an update changes only what it names, and its event says what was before', async () => {
  const { client, events } = makeStripe()
  const { id } = await client.customers.create({
    email: 'ann@example.com',
    name: 'Ann',
    metadata: { a: '1', b: '2' },
  })
  const updated = await client.customers.update(id, {
    email: 'new@example.com',
    metadata: { a: '', c: '3' },
  })
  expect(updated).toMatchObject({ email: 'new@example.com', name: 'Ann' })
  expect(updated.metadata).toEqual({ b: '2', c: '3' })
  expect(events.at(-1)).toMatchObject({
    type: 'customer.updated',
    data: {
      object: { email: 'new@example.com' },
      previous_attributes: { email: 'ann@example.com', metadata: { a: '1', b: '2' } },
    },
  })
})

test('metadata can be cleared', async () => {
  const { client } = makeStripe()
  const { id } = await client.customers.create({ metadata: { a: '1' } })
  expect((await client.customers.update(id, { metadata: '' })).metadata).toEqual({})
})

test('deleting a customer ends the subscription at once', async () => {
  const stripe = makeStripe()
  const { client, events, world } = stripe
  const { customerId, subscriptionId } = await buy(stripe)
  await world.clock.advance(3 * dayMs)
  expect(await client.customers.del(customerId)).toEqual({
    id: customerId,
    object: 'customer',
    deleted: true,
  })
  expect(await client.customers.retrieve(customerId)).toMatchObject({ deleted: true })
  expect(await client.subscriptions.retrieve(subscriptionId)).toMatchObject({
    status: 'canceled',
    ended_at: world.clock.now().getTime() / 1000,
  })
  expect(events.slice(-2).map(({ type }) => type)).toEqual([
    'customer.subscription.deleted',
    'customer.deleted',
  ])
  await world.clock.advance(60 * dayMs)
  const { data } = await client.invoices.list({ customer: customerId })
  expect(data).toHaveLength(1)
})

test('a deleted customer can only be read', async () => {
  const { client } = makeStripe()
  const { id } = await client.customers.create({})
  await client.customers.del(id)
  const missing = { code: 'resource_missing', message: `No such customer: '${id}'` }
  await expect(client.customers.del(id)).rejects.toMatchObject({ ...missing, statusCode: 404 })
  await expect(client.customers.update(id, {})).rejects.toMatchObject({ statusCode: 404 })
  await expect(client.billingPortal.sessions.create({ customer: id })).rejects.toMatchObject({
    ...missing,
    statusCode: 400,
    param: 'customer',
  })
  expect((await client.customers.list()).data).toEqual([])
  expect((await client.subscriptions.list({ customer: id, status: 'all' })).data).toEqual([])
})

test('an unknown customer is not found', async () => {
  const { client } = makeStripe()
  await expect(client.customers.retrieve('cus_none')).rejects.toMatchObject({ statusCode: 404 })
  await expect(client.invoices.list({ customer: 'cus_none' })).rejects.toMatchObject({
    statusCode: 400,
    param: 'customer',
  })
})
