import { beforeEach, describe, expect, test } from 'vitest'
import { cards, openFakeBilling, type FakePayer } from '../testing/fake-billing.ts'
import { finishCheckout } from './finish-checkout.ts'
import { listReceipts } from './list-receipts.ts'

const world = await openFakeBilling()
const { ctx, stripe, pay, receive, takeEvents } = world

beforeEach(() => {
  stripe.world.faults.clear()
  takeEvents()
})

const finish = (ann: FakePayer, checkoutId: string) =>
  finishCheckout(ctx, ann.actor, { checkoutId })

const notFound = { code: 'not-found', message: 'This checkout doesn’t exist.' }

test('the return from a paid checkout activates Pro, even without a webhook event', async () => {
  const ann = await world.newPayer()
  const { url, checkoutId } = await ann.startCheckout('yearly')
  await pay(url)
  expect(await finish(ann, checkoutId)).toEqual({ isActive: true, purchase: 'yearly' })
  expect(await ann.info()).toMatchObject({ plan: 'paid', interval: 'yearly' })
  expect(await ann.emails()).toEqual(['subscription-confirmed'])
})

test('the return reports the purchase even if events came before it, and later events change nothing', async () => {
  const ann = await world.newPayer()
  const { url, checkoutId } = await ann.startCheckout()
  await pay(url)
  const events = takeEvents()
  await receive(events.slice(0, 3))
  expect(await finish(ann, checkoutId)).toEqual({ isActive: true, purchase: 'monthly' })
  await receive(events.slice(3))
  expect(await ann.info()).toMatchObject({ plan: 'paid' })
  expect(await ann.emails()).toEqual(['subscription-confirmed'])
  expect(await listReceipts(ctx, ann.actor)).toHaveLength(1)
})

test('a purchase is returned once, to one of two tabs', async () => {
  const ann = await world.newPayer()
  const { url, checkoutId } = await ann.startCheckout()
  await pay(url)
  const results = await Promise.all([1, 2, 3].map(() => finish(ann, checkoutId)))
  expect(results.map(({ isActive }) => isActive)).toEqual([true, true, true])
  expect(results.filter(({ purchase }) => purchase !== null)).toHaveLength(1)
  expect(await finish(ann, checkoutId)).toEqual({ isActive: true, purchase: null })
})

test('a checkout counts as a purchase only once it is paid', async () => {
  const ann = await world.newPayer()
  const { url, checkoutId } = await ann.startCheckout()
  expect(await finish(ann, checkoutId)).toEqual({ isActive: false, purchase: null })
  await pay(url, cards.declined)
  expect(await finish(ann, checkoutId)).toEqual({ isActive: false, purchase: null })
  await pay(url)
  expect(await finish(ann, checkoutId)).toEqual({ isActive: true, purchase: 'monthly' })
})

test('an unpaid checkout does not count as a purchase if the user paid in another one', async () => {
  const ann = await world.newPayer()
  const monthly = await ann.startCheckout('monthly')
  const yearly = await ann.startCheckout('yearly')
  await pay(yearly.url)
  expect(await finish(ann, monthly.checkoutId)).toEqual({ isActive: true, purchase: null })
  expect(await finish(ann, yearly.checkoutId)).toEqual({ isActive: true, purchase: 'yearly' })
})

test('another user’s checkout does not exist', async () => {
  const [ann, bob] = [await world.newPayer(), await world.newPayer()]
  const { url, checkoutId } = await bob.startCheckout()
  await pay(url)
  for (const id of [checkoutId, 'cs_test_unknown', ''])
    await expect(finish(ann, id)).rejects.toMatchObject(notFound)
  expect(await ann.info()).toMatchObject({ plan: 'free', subscriptionStatus: 'none' })
  expect(await finish(bob, checkoutId)).toEqual({ isActive: true, purchase: 'monthly' })
})

describe('when Stripe is down', () => {
  test.each(['/v1/checkout/sessions/', '/v1/subscriptions', '/v1/invoices'])(
    'during %s, the user is told, and a job applies the payment later',
    async (path) => {
      const ann = await world.newPayer()
      const { url, checkoutId } = await ann.startCheckout()
      await pay(url)
      stripe.world.faults.push({
        provider: 'stripe',
        match: (request) => new URL(request.url).pathname.startsWith(path),
        effect: 'server-error',
      })
      await expect(finish(ann, checkoutId)).rejects.toMatchObject({ code: 'unavailable' })
      await world.runJobsUntilIdle()
      expect(await ann.info()).toMatchObject({ plan: 'paid' })
      // The purchase is not lost for the browser that asks again.
      expect(await finish(ann, checkoutId)).toEqual({ isActive: true, purchase: 'monthly' })
    },
  )
})

test('a user asks at most thirty times a minute', async () => {
  const ann = await world.newPayer()
  for (let n = 0; n < 30; n += 1)
    await expect(finish(ann, 'cs_test_unknown')).rejects.toMatchObject(notFound)
  await expect(finish(ann, 'cs_test_unknown')).rejects.toMatchObject({ code: 'too-many' })
})

test('receipts are the user’s own, newest first', async () => {
  const [ann, bob] = [await world.newPayer(), await world.newPayer()]
  for (const payer of [ann, bob]) await pay((await payer.startCheckout()).url)
  await world.passDays(32)
  await receive(takeEvents())
  const receipts = await listReceipts(ctx, ann.actor)
  expect(receipts).toMatchObject([
    { amountCents: 900, currency: 'usd', interval: 'monthly' },
    { amountCents: 900, currency: 'usd', interval: 'monthly' },
  ])
  const [newer, older] = receipts
  expect(newer?.periodStartsAt).toEqual(older?.periodEndsAt)
  const bobs = await listReceipts(ctx, bob.actor)
  expect(bobs).toHaveLength(2)
  const numbers = receipts.map(({ number }) => number)
  expect(bobs.filter(({ number }) => numbers.includes(number))).toEqual([])
  expect(await listReceipts(ctx, (await world.newPayer()).actor)).toEqual([])
})
