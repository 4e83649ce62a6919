import { expect, test } from 'vitest'
import { buy, cards, makeStripe, toCheckout } from '../testing/stripe-client.ts'
import { dayMs, hourMs } from '../world/time.ts'
import type { StripeSnapshot } from './snapshot.ts'

/** A restart a day later, with the account as it was saved in a file. */
function restart(snapshot: StripeSnapshot) {
  const saved = JSON.parse(JSON.stringify(snapshot)) as StripeSnapshot
  return makeStripe({ start: new Date('2026-11-16T11:00:00Z'), snapshot: saved })
}

test('customers, subscriptions and invoices survive a restart', async () => {
  const before = makeStripe()
  const { customerId, subscriptionId, sessionId } = await buy(before)
  const { client } = restart(before.takeSnapshot())
  expect(await client.customers.retrieve(customerId)).toMatchObject({ email: 'ann@example.com' })
  expect(await client.subscriptions.retrieve(subscriptionId)).toMatchObject({ status: 'active' })
  expect(await client.checkout.sessions.retrieve(sessionId)).toMatchObject({ status: 'complete' })
  expect((await client.invoices.list({ customer: customerId })).data).toHaveLength(1)
})

test('subscriptions renew and sessions expire after a restart as planned before', async () => {
  const before = makeStripe()
  const { subscriptionId, customerId } = await buy(before, { card: cards.failsAtRenewal })
  const open = await before.client.checkout.sessions.create(toCheckout(customerId))
  const { client, world } = restart(before.takeSnapshot())
  expect((await client.checkout.sessions.retrieve(open.id)).status).toBe('open')
  await world.clock.advance(hourMs)
  expect((await client.checkout.sessions.retrieve(open.id)).status).toBe('expired')
  await world.clock.advance(30 * dayMs)
  expect((await client.subscriptions.retrieve(subscriptionId)).status).toBe('past_due')
})

test('a snapshot does not follow later changes', async () => {
  const { client, takeSnapshot } = makeStripe()
  const { id } = await client.customers.create({ name: 'Ann' })
  const snapshot = takeSnapshot()
  await client.customers.update(id, { name: 'Ben' })
  expect(snapshot.customers).toMatchObject({ [id]: { name: 'Ann' } })
})
