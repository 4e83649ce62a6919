import { customers, emails, payments } from '@doorman/db/schema'
import { loadUserId, setPlan } from '@doorman/db/testing/seeds'
import { endPlans } from '@doorman/services/plans/end-plans'
import { cards, connectStripe } from '@doorman/simulators/testing/stripe-client'
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Customer } from './harness/customer.ts'
import { createDelivery, ownFolder, pitch } from './harness/messages.ts'
import { openPaymentLane, type Crash, type PaymentLane } from './harness/payment-lane.ts'
import { waitUntil } from './harness/processes.ts'

/**
 * A killed worker's jobs are taken over only after half a minute, so several services run in
 * parallel.
 */
const laneCount = 3

/** Does something, with the worker killed at one of the calls that follow. */
type Scenario = (
  lane: PaymentLane,
  crash: Crash | null,
) => Promise<{ calls: readonly string[]; wasKilled: boolean; outcome: unknown }>

const scenarios = {
  'a payment': {
    run: pay,
    calls: ['GET subscriptions #1', 'GET invoices #1', 'SMTP MAIL FROM #1', 'SMTP message #1'],
    outcome: {
      plan: 'active paid',
      active: [true, true],
      receipts: 1,
      isMailSetAside: true,
      emails: ['plan-ended', 'subscription-confirmed', 'verify-email'],
    },
  },
  'the deletion of an account': {
    run: deleteAccount,
    calls: ['GET invoices #1', 'DELETE customers/{id} #1'],
    outcome: { atStripe: 'deleted', isEnded: true, payments: 1 },
  },
} as const

test.for(Object.entries(scenarios))(
  'after %s, a worker killed at any call does nothing twice and loses nothing',
  { timeout: 1_200_000 },
  async ([_name, { run, calls, outcome: expected }], { onTestFinished }) => {
    const lanes: PaymentLane[] = []
    while (lanes.length < laneCount) lanes.push(await openPaymentLane(onTestFinished))
    const [first] = lanes
    if (!first) throw new Error('There is no lane')
    const withoutCrash = await run(first, null)
    expect(withoutCrash.outcome).toEqual(expected)
    expect(withoutCrash.calls).toEqual(expect.arrayContaining([...calls]))

    const crashes = listCrashes(withoutCrash.calls)
    const outcomes: Record<string, unknown> = {}
    const remaining = [...crashes]
    await Promise.all(
      lanes.map(async (lane) => {
        for (let crash = remaining.shift(); crash; crash = remaining.shift()) {
          const { outcome, wasKilled } = await run(lane, crash)
          outcomes[toTitle(crash)] = wasKilled ? outcome : 'The worker was not killed'
        }
      }),
    )
    expect(outcomes).toEqual(Object.fromEntries(crashes.map((crash) => [toTitle(crash), expected])))
  },
)

/**
 * A read, and most of an SMTP session, have no effect that could be lost. Several events lead to
 * several syncs, so later calls of a kind repeat the first one.
 */
function listCrashes(calls: readonly string[]): Crash[] {
  return calls
    .filter((call) => call.endsWith(' #1'))
    .flatMap((call) => [
      { call, effect: 'cut' },
      ...(/^(?:POST|DELETE|SMTP message)/.test(call)
        ? [{ call, effect: 'applied-then-cut' } as const]
        : []),
    ])
}

function toTitle({ call, effect }: Crash): string {
  return `${call}, ${effect === 'cut' ? 'not executed' : 'executed'}`
}

/** A user of the Free plan with two mailboxes, of which one is not protected. */
async function newFreeUser({ demo, waitUntilIdle }: PaymentLane) {
  const customer = await Customer.signUp(demo, waitUntilIdle)
  const store = await customer.connect('gmail')
  await customer.connect('microsoft')
  await setPlan(demo.ctx.db, customer.email, { trialDays: -3 })
  await endPlans(demo.ctx)
  await waitUntilIdle()
  return { customer, store, userId: await loadUserId(demo.ctx.db, customer.email) }
}

async function pay(lane: PaymentLane, crash: Crash | null): ReturnType<Scenario> {
  const { demo } = lane
  const { db } = demo.ctx
  const { customer, store, userId } = await newFreeUser(lane)
  const missed = createDelivery(demo.world)(store, {
    ...pitch,
    from: `Dale <${customer.email}.example>`,
  })
  const page = await customer.startCheckout('monthly')
  const endWatch = lane.watch(crash)
  await customer.pay(page, cards.pays)
  // The notice to the operator is switched off, and dropped.
  const isKept = and(eq(emails.userId, userId), isNull(emails.droppedAt))
  const listEmails = () => db.select().from(emails).where(isKept)
  await waitUntil(
    async () => (await listEmails()).some(({ kind }) => kind === 'subscription-confirmed'),
    'The confirmation is ordered',
  )
  await lane.waitUntilIdle()
  const watched = endWatch()

  const { accountType, subscriptionStatus } = await customer.billing()
  const accounts = [
    ...(await customer.accounts('gmail')),
    ...(await customer.accounts('microsoft')),
  ]
  const ordered = await listEmails()
  const ids = ordered.map(({ id }) => id).toSorted()
  const received = lane.listReceived(customer.email)
  return {
    ...watched,
    outcome: {
      plan: `${subscriptionStatus} ${accountType}`,
      active: accounts.map(({ isActive }) => isActive),
      receipts: (await customer.receipts()).length,
      isMailSetAside: store.load(missed.id).folders.has(ownFolder(store)),
      emails:
        String(received) === String(ids) ? ordered.map(({ kind }) => kind).toSorted() : received,
    },
  }
}

async function deleteAccount(lane: PaymentLane, crash: Crash | null): ReturnType<Scenario> {
  const { demo } = lane
  const { db } = demo.ctx
  const { simulators, stripe } = demo.simulated
  const { customer, userId } = await newFreeUser(lane)
  await customer.pay(await customer.startCheckout('monthly'), cards.pays)
  const findPayer = async () =>
    (await db.select().from(customers).where(eq(customers.userId, userId)))[0]
  await waitUntil(async () => (await customer.receipts()).length === 1, 'The payment is known')
  await lane.waitUntilIdle()
  const payer = await findPayer()
  if (!payer) throw new Error('There is no customer')

  const endWatch = lane.watch(crash)
  await customer.deleteAccount()
  const watched = endWatch()
  const client = connectStripe(simulators.stripe.handle, stripe.secretKey)
  const [left] = await db.select().from(customers).where(eq(customers.id, payer.id))
  const atStripe = await client.customers.retrieve(payer.providerCustomerId)
  return {
    ...watched,
    outcome: {
      atStripe: atStripe.deleted ? 'deleted' : 'alive',
      isEnded: left?.endedAt instanceof Date,
      payments: await db.$count(payments, eq(payments.payerId, payer.id)),
    },
  }
}
