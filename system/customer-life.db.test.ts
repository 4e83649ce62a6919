import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { customers, payments } from '@doorman/db/schema'
import { loadUserId } from '@doorman/db/testing/seeds'
import { createTestDatabase, dumpTables } from '@doorman/db/testing/test-db'
import { sample } from '@doorman/domain/testing/sample'
import { cards, connectStripe } from '@doorman/simulators/testing/stripe-client'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Customer } from './harness/customer.ts'
import { openDemo } from './harness/demo.ts'
import { hearOfPayments } from './harness/hear-of-payments.ts'
import { createDelivery, ownFolder, pitch } from './harness/messages.ts'
import { passDays } from './harness/pass-time.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { db } = demo.ctx
const { stripe } = demo.simulated.simulators
const stripeClient = connectStripe(stripe.handle, demo.simulated.stripe.secretKey)
const deliver = createDelivery(demo.world)

test('a trial has a welcome, three reminders and an end, each announced once', async () => {
  const ann = await Customer.signUp(demo)
  expect(ann.emails('welcome')).toHaveLength(0)
  await ann.confirmAddress()
  expect(ann.emails('welcome')).toHaveLength(1)
  expect(await ann.billing()).toMatchObject({ accountType: 'free', trialDaysLeft: null })
  const gmail = await ann.connect('gmail')
  const outlook = await ann.connect('microsoft')
  for (const store of [gmail, outlook])
    deliver(store, { ...pitch, from: `Dale <dale@pitches-${store.address.split('@')[1]}>` })

  const days = [await describeTrial(ann)]
  while (days.length <= 14) {
    await passDays(demo, 1)
    days.push(await describeTrial(ann))
  }
  expect(days).toEqual([
    ...[14, 13, 12, 11, 10, 9, 8].map((left) => `trial, ${left} days left, reminders: none`),
    ...[7, 6, 5, 4].map((left) => `trial, ${left} days left, reminders: 7`),
    ...[3, 2, 1].map((left) => `trial, ${left} days left, reminders: 7 3`),
    'trial, 0 days left, reminders: 7 3 0',
  ])
  expect(await listActive(ann)).toEqual([true, true])
  expect(ann.emails('plan-ended')).toEqual([])

  await passDays(demo, 2)
  expect(await describeTrial(ann)).toBe('free, null days left, reminders: 7 3 0')
  // The mailbox that was used last stays. The other one keeps its data.
  expect(await listActive(ann)).toEqual([false, true])
  expect((await ann.call('GET', '/api/filtered-emails')).body['list']).toHaveLength(2)
  expect(ann.emails('plan-ended')).toMatchObject([
    { ended: 'trial', address: outlook.address, idleCount: 1 },
  ])
}, 60_000)

async function describeTrial(customer: Customer): Promise<string> {
  const { accountType, trialDaysLeft } = await customer.billing()
  const reminders = customer.emails('trial-reminder').map(({ daysLeft }) => daysLeft)
  return `${accountType}, ${trialDaysLeft} days left, reminders: ${reminders.join(' ') || 'none'}`
}

/** Which of the two mailboxes are protected: Gmail and Microsoft. */
async function listActive(customer: Customer): Promise<unknown[]> {
  const accounts = [
    ...(await customer.accounts('gmail')),
    ...(await customer.accounts('microsoft')),
  ]
  return accounts.map(({ isActive }) => isActive)
}

/** How the product learns of a payment. The hardest ways come first. */
const ways = [
  ['the redirect, while all webhooks are lost', { returns: true, webhooks: 'lost' }],
  ['webhooks that come twice and in reverse order', { returns: false, webhooks: 'reversed' }],
  ['the redirect and webhooks', { returns: true, webhooks: 'in order' }],
  ['webhooks, while the browser never returns', { returns: false, webhooks: 'in order' }],
] as const

test.each(sample(ways, 2))(
  'a subscription is paid, fails, recovers, ends and begins again, reported by %s',
  async (_name, way) => {
    const { hear, pass } = hearOfPayments(demo, way.webhooks)
    const ann = await Customer.signUp(demo)
    const gmail = await ann.connect('gmail')
    await ann.connect('microsoft')
    const countEmails = () => ({
      confirmed: ann.emails('subscription-confirmed').length,
      failed: ann.emails('payment-failed').length,
      ended: ann.emails('plan-ended').length,
    })
    await pass(15.5)
    expect(await ann.billing()).toMatchObject({ accountType: 'free', hasPortal: false })
    expect(await listActive(ann)).toEqual([false, true])
    expect(countEmails()).toEqual({ confirmed: 0, failed: 0, ended: 1 })
    const missed = deliver(gmail, { ...pitch, from: `Dale <${ann.email}.example>` })

    const back = await ann.pay(await ann.startCheckout('yearly'), cards.failsAtRenewal)
    expect(back.search).toMatch(/^\?success=true&plan=yearly&session_id=cs_/)
    const purchases = way.returns ? [await ann.return(back), await ann.return(back)] : []
    // The purchase is counted once.
    const tracked = { isActive: true, purchase: { plan: 'yearly' } }
    expect(purchases).toEqual(way.returns ? [tracked, { ...tracked, purchase: null }] : [])
    await hear()
    expect(await ann.billing()).toMatchObject({
      accountType: 'paid',
      subscriptionStatus: 'active',
      subscriptionPlan: 'yearly',
      cancelDate: null,
      hasPortal: true,
    })
    expect(await listActive(ann)).toEqual([true, true])
    expect(gmail.load(missed.id).folders).toContain(ownFolder(gmail))
    expect(countEmails()).toEqual({ confirmed: 1, failed: 0, ended: 1 })
    expect(await listReceipts(ann)).toEqual(['9000 yearly'])

    // A year and a day: a leap year has one more.
    await pass(366.2)
    const overdue = { accountType: 'paid', subscriptionStatus: 'past_due' }
    expect(await ann.billing()).toMatchObject({ ...overdue, graceEndDate: expect.any(String) })
    expect(await listActive(ann)).toEqual([true, true])
    expect(countEmails()).toEqual({ confirmed: 1, failed: 1, ended: 1 })
    await ann.manage('Change card', 'Save card', { card: cards.pays })
    await pass(4)
    expect(await ann.billing()).toMatchObject({
      accountType: 'paid',
      subscriptionStatus: 'active',
      graceEndDate: null,
    })
    expect(countEmails()).toEqual({ confirmed: 1, failed: 1, ended: 1 })
    expect(await listReceipts(ann)).toEqual(['9000 yearly', '9000 yearly'])

    await ann.manage('Cancel plan', 'Cancel plan')
    await pass(1)
    const { subscriptionEndDate: cancelDate, ...cancelled } = await ann.billing()
    expect(cancelled).toMatchObject({ accountType: 'paid', cancelDate })
    await pass(365)
    expect(await ann.billing()).toMatchObject({
      accountType: 'free',
      subscriptionStatus: 'canceled',
    })
    expect((await listActive(ann)).filter(Boolean)).toHaveLength(1)
    expect(countEmails()).toEqual({ confirmed: 1, failed: 1, ended: 2 })
    expect(ann.emails('plan-ended').at(-1)).toMatchObject({ ended: 'subscription' })

    const backAgain = await ann.pay(await ann.startCheckout('monthly'), cards.pays)
    if (way.returns) await ann.return(backAgain)
    await hear()
    await pass(32)
    expect(await ann.billing()).toMatchObject({
      accountType: 'paid',
      subscriptionPlan: 'monthly',
      cancelDate: null,
    })
    expect(await listActive(ann)).toEqual([true, true])
    expect(countEmails()).toEqual({ confirmed: 2, failed: 1, ended: 2 })
    const paid = ['900 monthly', '900 monthly', '9000 yearly', '9000 yearly']
    expect(await listReceipts(ann)).toEqual(paid)

    const userId = await loadUserId(db, ann.email)
    const [payer] = await db.select().from(customers).where(eq(customers.userId, userId))
    if (!payer) throw new Error('There is no customer')
    const customer = payer.providerCustomerId
    const { data: running } = await stripeClient.subscriptions.list({ customer })
    expect(running).toMatchObject([{ status: 'active' }])
    await ann.deleteAccount()
    await hear()
    expect(await stripeClient.subscriptions.retrieve(running[0]?.id ?? '')).toMatchObject({
      status: 'canceled',
    })
    expect(await stripeClient.customers.retrieve(customer)).toMatchObject({ deleted: true })
    // The payments stay, under an id without a name.
    const kept = await db.select().from(payments).where(eq(payments.payerId, payer.id))
    expect(kept).toHaveLength(paid.length)
    const [left] = await db.select().from(customers).where(eq(customers.id, payer.id))
    expect(left).toMatchObject({ userId: null, endedAt: expect.any(Date) })
    expect(await dumpTables(db)).not.toContain(ann.email)
  },
  60_000,
)

/** The receipts, newest first, as `900 monthly`. */
async function listReceipts(customer: Customer): Promise<string[]> {
  const receipts = await customer.receipts()
  return receipts.map(({ amountCents, plan }) => `${amountCents} ${plan}`)
}
