import type Stripe from 'stripe'
import { dayMs } from '../../world/time.ts'
import { idOf, type StripeAccount } from '../account.ts'
import { customerOf, listInvoices, markFailed, markPaid, stopCollecting } from './invoicing.ts'
import type { ChargeOutcome } from './test-cards.ts'

const day = dayMs / 1000

/** Seconds from one failed attempt to the next: on days 3, 5 and 7 after the first. */
const retryPauses = [3 * day, 2 * day, 2 * day]

/** Applies the outcome of a payment to the invoice and its subscription. */
export function settle(
  account: StripeAccount,
  {
    subscription,
    invoice,
    outcome,
    isAutomatic,
  }: {
    subscription: Stripe.Subscription
    invoice: Stripe.Invoice
    outcome: ChargeOutcome
    isAutomatic: boolean
  },
): void {
  const customer = customerOf(account, invoice)
  customer.delinquent = outcome !== 'pays'
  if (outcome === 'pays') {
    markPaid(account, invoice)
    const wasWaiting = ['past_due', 'unpaid', 'incomplete'].includes(subscription.status)
    if (wasWaiting && subscription.latest_invoice === invoice.id)
      account.change(subscription, { status: 'active' }, 'customer.subscription.updated')
    return
  }
  const nextAttempt = isAutomatic ? toNextAttempt(account, invoice) : invoice.next_payment_attempt
  markFailed(account, invoice, { code: outcome, nextAttempt, isAutomatic })
  if (subscription.status === 'active')
    account.change(subscription, { status: 'past_due' }, 'customer.subscription.updated')
  if (isAutomatic && nextAttempt === null) giveUp(account, subscription, invoice)
}

/** `null` after the last retry. */
function toNextAttempt(account: StripeAccount, invoice: Stripe.Invoice): number | null {
  const pause = retryPauses[invoice.attempt_count]
  return pause === undefined ? null : account.now() + pause
}

/** The last retry has failed. */
function giveUp(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  const { afterRetries } = account.settings
  if (afterRetries === 'cancel') return endSubscription(account, subscription, 'payment_failed')
  stopCollecting(account, invoice)
  if (afterRetries === 'unpaid')
    account.change(subscription, { status: 'unpaid' }, 'customer.subscription.updated')
}

/** Ends a subscription now. Its open invoices stay open, but nothing more is collected. */
export function endSubscription(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): void {
  const { canceled_at: canceledAt, cancellation_details: details } = subscription
  for (const invoice of listInvoices(account, subscription.id))
    if (invoice.status === 'open' || invoice.status === 'draft') stopCollecting(account, invoice)
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: canceledAt ?? account.now(),
    ended_at: account.now(),
    cancellation_details: details && { ...details, reason: details.reason ?? reason },
  } satisfies Partial<Stripe.Subscription>)
  account.emit('customer.subscription.deleted', subscription)
}

export function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** The payment method of the next payment. */
export function paymentMethodOf(
  account: StripeAccount,
  subscription: Stripe.Subscription,
): string | null {
  const customer = customerOf(account, subscription)
  const found =
    subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  return found === null ? null : idOf(found)
}
