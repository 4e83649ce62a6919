import { customers, emails, subscriptions } from '@doorman/db/schema'
import type { EmailKind } from '@doorman/domain/accounts/email-kinds'
import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import { dayMs, minuteMs } from '@doorman/domain/time'
import {
  cards,
  simulatePayments,
  type SignedEvent,
  type SimulatedPayments,
} from '@doorman/payments/testing/simulated-payments'
import { asc, eq } from 'drizzle-orm'
import { loadBillingInfo, type BillingInfo } from '../billing/load-billing-info.ts'
import { receivePaymentEvent } from '../billing/receive-payment-event.ts'
import { startCheckout } from '../billing/start-checkout.ts'
import type { Actor } from '../ports/actor.ts'
import { openFakePipeline, type FakeInbox, type FakePipeline } from './fake-pipeline.ts'

export { cards, simulatePayments }

/** A user with one mailbox, whose trial is over unless said otherwise. */
export type FakePayer = FakeInbox & {
  readonly actor: Actor
  info(): Promise<BillingInfo>
  subscription(): Promise<typeof subscriptions.$inferSelect | null>
  /** Starts a checkout. Returns its page and its id. */
  startCheckout(
    interval?: SubscriptionInterval,
  ): Promise<{ readonly url: string; readonly checkoutId: string }>
  /** The customer's id at Stripe, once there is one. */
  customerId(): Promise<string>
  /** Cancels, resumes, switches the plan or changes the card in the portal. */
  inPortal(fields: Readonly<Record<string, string>>): Promise<void>
  /** Pays for a month, and a minute later in another tab for a year. */
  payInTwoTabs(): Promise<void>
  /** What we have ordered, oldest first. */
  emails(): Promise<readonly EmailKind[]>
}

export type FakeBilling = FakePipeline &
  SimulatedPayments & {
    newPayer(options?: { readonly isInTrial?: boolean }): Promise<FakePayer>
    /** Receives events as the webhook does, and runs all jobs. */
    receive(events: readonly SignedEvent[]): Promise<void>
    /** Moves both clocks, ours and Stripe's. */
    passDays(days: number): Promise<void>
  }

/** Fixed, because months have different lengths. */
const start = new Date('2027-03-01T12:00:00Z')

/** The fake pipeline with the real adapter and a simulated Stripe. */
export async function openFakeBilling(): Promise<FakeBilling> {
  const simulated = simulatePayments(start)
  const pipeline = await openFakePipeline({ payments: simulated.payments })
  const { ctx } = pipeline
  const { client } = simulated.stripe
  pipeline.advance(start.getTime() - Date.now())

  return {
    ...pipeline,
    ...simulated,
    async newPayer({ isInTrial = false } = {}) {
      const inbox = await pipeline.newInbox({ isPro: isInTrial })
      const actor = { userId: inbox.userId, sessionId: 'a session' }
      const payer: FakePayer = {
        ...inbox,
        actor,
        info: () => loadBillingInfo(ctx, actor),
        async subscription() {
          const [row] = await ctx.db
            .select()
            .from(subscriptions)
            .where(eq(subscriptions.userId, inbox.userId))
          return row ?? null
        },
        async startCheckout(interval = 'monthly') {
          const { url } = await startCheckout(ctx, actor, { interval })
          return { url, checkoutId: url.split('/').at(-1) ?? '' }
        },
        async customerId() {
          const [row] = await ctx.db
            .select()
            .from(customers)
            .where(eq(customers.userId, inbox.userId))
          return row?.providerCustomerId ?? ''
        },
        async inPortal(fields) {
          const customer = await payer.customerId()
          const { url } = await client.billingPortal.sessions.create({ customer })
          const [subscription] = (await client.subscriptions.list({ customer })).data
          await simulated.submit(url, { subscription: subscription?.id ?? '', ...fields })
        },
        async payInTwoTabs() {
          const { url } = await payer.startCheckout()
          const second = await client.checkout.sessions.create({
            mode: 'subscription',
            customer: await payer.customerId(),
            line_items: [{ price: 'price_yearly', quantity: 1 }],
            success_url: 'http://localhost:3000/',
          })
          await simulated.pay(url)
          await simulated.stripe.world.clock.advance(minuteMs)
          await simulated.pay(second.url ?? '')
        },
        async emails() {
          const rows = await ctx.db
            .select({ kind: emails.kind })
            .from(emails)
            .where(eq(emails.userId, inbox.userId))
            .orderBy(asc(emails.createdAt))
          return rows.map(({ kind }) => kind)
        },
      }
      return payer
    },
    async receive(events) {
      for (const event of events) {
        const found = await simulated.payments.readEvent(event)
        if (found === 'unproven') throw new Error('The event is not signed')
        await receivePaymentEvent(ctx, found)
      }
      await pipeline.runJobsUntilIdle()
    },
    async passDays(days) {
      pipeline.advance(days * dayMs)
      await simulated.stripe.world.clock.advance(days * dayMs)
    },
  }
}
