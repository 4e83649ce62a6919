import { customers, subscriptions, users } from '@doorman/db/schema'
import { makeStripe } from '@doorman/simulators/testing/stripe-client'
import { openFakePipeline } from '@doorman/services/testing/fake-pipeline'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forgetUnknownCustomers } from './forget-unknown-customers.ts'

test('customers of a lost snapshot are forgotten, so that their users can subscribe again', async () => {
  const { ctx, newInbox } = await openFakePipeline()
  const stripe = makeStripe()
  const known = await stripe.client.customers.create()
  const deleted = await stripe.client.customers.create()
  await stripe.client.customers.del(deleted.id)
  const subscribers = new Map<string, string>()
  for (const providerCustomerId of [known.id, deleted.id, 'cus_lost']) {
    const { userId } = await newInbox()
    subscribers.set(providerCustomerId, userId)
    await ctx.db.insert(customers).values({ userId, providerCustomerId, createdAt: ctx.now() })
    await ctx.db
      .insert(subscriptions)
      .values({ userId, status: 'active', interval: 'monthly', endsAt: ctx.now() })
  }
  await forgetUnknownCustomers(ctx, stripe)
  await forgetUnknownCustomers(ctx, stripe)
  const left = await ctx.db
    .select({ id: customers.providerCustomerId })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.userId))
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
  expect(left.map(({ id }) => id).sort()).toEqual([known.id, deleted.id].sort())
  expect(await ctx.db.$count(subscriptions)).toBe(2)
  expect(await ctx.db.$count(users)).toBe(3)
})
