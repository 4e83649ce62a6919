import type { SubscriptionStatus } from '@doorman/domain/plans/plan'
import type { SignedEvent } from '@doorman/payments/testing/simulated-payments'
import { beforeAll, describe, expect, test } from 'vitest'
import { cards, openFakeBilling, type FakePayer } from '../testing/fake-billing.ts'
import { listReceipts } from './list-receipts.ts'
import { syncAllSubscriptions } from './sync-all-subscriptions.ts'

const world = await openFakeBilling()
const { ctx, stripe, pay, passDays, receive, takeEvents } = world
const { client } = stripe

async function subscribe(ann: FakePayer, card = cards.pays): Promise<void> {
  await pay((await ann.startCheckout()).url, card)
}

type Act = (ann: FakePayer) => Promise<void>

/** What a user did, and what Stripe says about it in the end. */
type Situation = {
  /** 40 days ago. */
  readonly longAgo?: Act
  /** 32 days ago. */
  readonly lastMonth?: Act
  readonly now?: Act
  readonly status: SubscriptionStatus
  readonly interval?: 'yearly'
  readonly isCancelled?: true
  readonly payments?: number
  readonly emails?: readonly string[]
}

const confirmed = ['subscription-confirmed']

const situations: Readonly<Record<string, Situation>> = {
  'pays monthly': { now: (ann) => subscribe(ann), status: 'active', emails: confirmed },
  'pays yearly': {
    now: async (ann) => void (await pay((await ann.startCheckout('yearly')).url)),
    status: 'active',
    interval: 'yearly',
    emails: confirmed,
  },
  'is declined': { now: (ann) => subscribe(ann, cards.declined), status: 'none', payments: 0 },
  'pays after a decline': {
    async now(ann) {
      const { url } = await ann.startCheckout()
      await pay(url, cards.declined)
      await pay(url)
    },
    status: 'active',
    emails: confirmed,
  },
  'pays in two tabs': {
    async now(ann) {
      world.expectError('non-fatal-error')
      await ann.payInTwoTabs()
    },
    status: 'active',
    interval: 'yearly',
    payments: 2,
    emails: confirmed,
  },
  'cancels for the end of the period': {
    async now(ann) {
      await subscribe(ann)
      await ann.inPortal({ do: 'cancel' })
    },
    status: 'active',
    isCancelled: true,
    emails: confirmed,
  },
  'cancels and resumes': {
    async now(ann) {
      await subscribe(ann)
      await ann.inPortal({ do: 'cancel' })
      await ann.inPortal({ do: 'resume' })
    },
    status: 'active',
    emails: confirmed,
  },
  'cancelled, and the period is over': {
    async lastMonth(ann) {
      await subscribe(ann)
      await ann.inPortal({ do: 'cancel' })
    },
    status: 'canceled',
  },
  'renews, and the card fails': {
    lastMonth: (ann) => subscribe(ann, cards.failsAtRenewal),
    status: 'past_due',
    emails: ['payment-failed'],
  },
  'renews, the card fails, and another one pays': {
    lastMonth: (ann) => subscribe(ann, cards.failsAtRenewal),
    async now(ann) {
      const open = await client.invoices.list({ customer: await ann.customerId(), status: 'open' })
      await pay(open.data[0]?.hosted_invoice_url ?? '')
    },
    status: 'active',
    payments: 2,
    emails: confirmed,
  },
  'renews, and the card fails for good': {
    longAgo: (ann) => subscribe(ann, cards.failsAtRenewal),
    status: 'canceled',
  },
  'ended and subscribes again': {
    async lastMonth(ann) {
      await subscribe(ann)
      await ann.inPortal({ do: 'cancel' })
    },
    now: async (ann) => void (await pay((await ann.startCheckout('yearly')).url)),
    status: 'active',
    interval: 'yearly',
    payments: 2,
    emails: confirmed,
  },
  'switches to the other plan': {
    async now(ann) {
      await subscribe(ann)
      await ann.inPortal({ do: 'switch' })
    },
    status: 'active',
    interval: 'yearly',
    payments: 2,
    emails: confirmed,
  },
}

/** How events reach us. */
const deliveries: Readonly<Record<string, (events: readonly SignedEvent[]) => Promise<void>>> = {
  'in order': receive,
  'in reverse': (events) => receive(events.toReversed()),
  'twice and shuffled': (events) => receive([...events, ...events].toSorted(bySignature)),
  'never, but the nightly job does': async () => {
    await syncAllSubscriptions(ctx)
    await world.runJobsUntilIdle()
  },
}

/** Shuffles events into an order that is the same in every run. */
function bySignature(one: SignedEvent, other: SignedEvent): number {
  return one.signature < other.signature ? -1 : 1
}

describe.each(Object.entries(deliveries))('if events come %s', (_name, deliver) => {
  const payers = new Map<string, FakePayer>()

  beforeAll(async () => {
    for (const name of Object.keys(situations)) payers.set(name, await world.newPayer())
    const actAll = async (when: 'longAgo' | 'lastMonth' | 'now') => {
      for (const [name, payer] of payers) await situations[name]?.[when]?.(payer)
    }
    await actAll('longAgo')
    await passDays(8)
    await actAll('lastMonth')
    await passDays(32)
    await actAll('now')
    await deliver(takeEvents())
  })

  test.each(Object.entries(situations))(
    'a customer who %s has what Stripe says',
    async (name, situation) => {
      const { status, interval, isCancelled, ...expected } = situation
      const ann = payers.get(name)
      if (!ann) throw new Error('No such payer')
      const info = await ann.info()
      expect(info).toMatchObject({
        subscriptionStatus: status,
        plan: hasPro(status) ? 'paid' : 'free',
        interval: status === 'none' ? null : (interval ?? 'monthly'),
        hasPortal: true,
      })
      expect(info.cancelsAt !== null).toBe(isCancelled === true)
      expect(await ann.emails()).toEqual(expected.emails ?? [])
      expect(await listReceipts(ctx, ann.actor)).toHaveLength(expected.payments ?? 1)
      const { data } = await client.subscriptions.list({ customer: await ann.customerId() })
      expect(data.map((subscription) => subscription.status)).toEqual(
        hasPro(status) ? [status] : [],
      )
    },
  )
})

const hasPro = (status: SubscriptionStatus) => status === 'active' || status === 'past_due'
