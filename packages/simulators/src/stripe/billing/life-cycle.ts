import type Stripe from 'stripe'
import { hourMs } from '../../world/time.ts'
import type { StripeAccount } from '../account.ts'
import { intervalOf } from '../objects/catalog.ts'
import { changeItem, itemOf } from '../objects/subscription.ts'
import {
  chargeOffSession,
  createInvoice,
  customerOf,
  finalizeInvoice,
  listInvoices,
  toRenewalLine,
  voidInvoice,
} from './invoicing.ts'
import { toPeriodEnd } from './periods.ts'
import { endSubscription, hasEnded, paymentMethodOf, settle } from './settling.ts'

const hour = hourMs / 1000

/**
 * A renewal's invoice is a draft for about an hour
 * (https://docs.stripe.com/billing/invoices/subscription#update-first-invoice).
 */
const draftSeconds = hour
/**
 * How long the first invoice can be paid
 * (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
const incompleteSeconds = 23 * hour

type Step = { readonly due: number; readonly run: () => void }

/**
 * Runs the subscription's next step when the clock reaches it, and the steps after that. Call it
 * after every change of a subscription or its invoices: it replaces the step planned before.
 */
export function planNextStep(account: StripeAccount, subscription: Stripe.Subscription): void {
  account.plannedSteps.get(subscription.id)?.cancel()
  account.plannedSteps.delete(subscription.id)
  const step = findNextStep(account, subscription)
  if (step === null) return
  const planned = account.world.clock.at(new Date(step.due * 1000), () => {
    step.run()
    planNextStep(account, subscription)
  })
  account.plannedSteps.set(subscription.id, planned)
}

/** The earliest step. Of two at the same time the first one listed: an end precedes a renewal. */
function findNextStep(account: StripeAccount, subscription: Stripe.Subscription): Step | null {
  if (hasEnded(subscription)) return null
  const { status, created, cancel_at: cancelAt } = subscription
  const steps: Step[] = []
  if (status === 'incomplete')
    steps.push({ due: created + incompleteSeconds, run: () => expire(account, subscription) })
  if (cancelAt !== null)
    steps.push({ due: cancelAt, run: () => endSubscription(account, subscription) })
  for (const invoice of listInvoices(account, subscription.id)) {
    if (invoice.automatically_finalizes_at !== null)
      steps.push({
        due: invoice.automatically_finalizes_at,
        run: () => finalizeAndCharge(account, subscription, invoice),
      })
    if (invoice.next_payment_attempt !== null)
      steps.push({
        due: invoice.next_payment_attempt,
        run: () => charge(account, subscription, invoice),
      })
  }
  if (status !== 'incomplete' && status !== 'paused')
    steps.push({
      due: itemOf(subscription).current_period_end,
      run: () => renew(account, subscription),
    })
  return steps.toSorted((one, other) => one.due - other.due)[0] ?? null
}

/** Begins the next period with a draft invoice, or ends the trial. */
function renew(account: StripeAccount, subscription: Stripe.Subscription): void {
  if (subscription.status === 'trialing' && paymentMethodOf(account, subscription) === null) {
    const then = subscription.trial_settings?.end_behavior.missing_payment_method
    if (then === 'cancel') return endSubscription(account, subscription)
    if (then === 'pause')
      return account.change(subscription, { status: 'paused' }, 'customer.subscription.paused')
  }
  const item = itemOf(subscription)
  const start = item.current_period_end
  const end = toPeriodEnd(subscription.billing_cycle_anchor, intervalOf(item.price), start)
  const invoice = createInvoice(account, {
    customer: customerOf(account, subscription),
    subscription,
    reason: 'subscription_cycle',
    lines: [toRenewalLine(account, item.price, start, end)],
    periodStart: item.current_period_start,
    periodEnd: start,
    // The invoices of an unpaid subscription stay drafts.
    finalizesAt: subscription.status === 'unpaid' ? null : account.now() + draftSeconds,
  })
  account.change(
    subscription,
    {
      status: subscription.status === 'trialing' ? 'active' : subscription.status,
      items: changeItem(subscription, { current_period_start: start, current_period_end: end }),
      latest_invoice: invoice.id,
    },
    'customer.subscription.updated',
  )
}

function finalizeAndCharge(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  finalizeInvoice(account, invoice)
  charge(account, subscription, invoice)
}

/** An automatic attempt, while the customer is away. */
function charge(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  const paymentMethod = paymentMethodOf(account, subscription)
  const outcome = invoice.amount_due === 0 ? 'pays' : chargeOffSession(account, paymentMethod)
  settle(account, { subscription, invoice, outcome, isAutomatic: true })
}

/** The first invoice was not paid in time. */
function expire(account: StripeAccount, subscription: Stripe.Subscription): void {
  for (const invoice of listInvoices(account, subscription.id))
    if (invoice.status === 'open') voidInvoice(account, invoice)
  account.change(
    subscription,
    { status: 'incomplete_expired', ended_at: account.now() },
    'customer.subscription.updated',
  )
}
