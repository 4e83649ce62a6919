import {
  subscriptionStatuses,
  type SubscriptionInterval,
  type SubscriptionStatus,
} from '@doorman/domain/plans/plan'
import type Stripe from 'stripe'
import { PaymentError } from '../payment-error.ts'
import type { PaidInvoice, Subscription } from '../payments.ts'
import { requireObject, toCode } from './stripe-failure.ts'

export type Prices = Readonly<Record<SubscriptionInterval, string>>

/** Needs `latest_invoice` to be expanded. A status or interval that we don't know is refused. */
export function toSubscription(found: Stripe.Subscription): Subscription {
  const subscription = requireObject(found, 'subscription')
  const [item] = subscription.items.data
  if (!item) throw new PaymentError('refused', 'subscription without items')
  const periodEndsAt = toDate(item.current_period_end)
  return {
    id: subscription.id,
    status: toStatus(subscription.status),
    interval: toInterval(item.price.recurring),
    createdAt: toDate(subscription.created),
    periodStartsAt: toDate(item.current_period_start),
    periodEndsAt,
    cancelsAt: toCancellation(subscription, periodEndsAt),
    openInvoice: toOpenInvoice(subscription.latest_invoice),
  }
}

function toStatus(status: string): Exclude<SubscriptionStatus, 'none'> {
  const known = subscriptionStatuses.find((one) => one === status)
  if (known === undefined || known === 'none')
    throw new PaymentError('refused', `unknown status ${toCode(status)}`)
  return known
}

function toInterval(recurring: Stripe.Price.Recurring | null): SubscriptionInterval {
  if (recurring?.interval_count === 1) {
    if (recurring.interval === 'month') return 'monthly'
    if (recurring.interval === 'year') return 'yearly'
  }
  throw new PaymentError('refused', `unknown interval ${toCode(recurring?.interval)}`)
}

function toCancellation(subscription: Stripe.Subscription, periodEndsAt: Date): Date | null {
  const { ended_at: endedAt, cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd } = subscription
  if (endedAt ?? cancelAt) return toDate(endedAt ?? cancelAt)
  return atPeriodEnd ? periodEndsAt : null
}

function toOpenInvoice(invoice: string | Stripe.Invoice | null): Subscription['openInvoice'] {
  if (invoice === null) return null
  if (typeof invoice === 'string') throw new PaymentError('unavailable', 'unexpected answer')
  if (invoice.status !== 'open' || invoice.amount_remaining <= 0) return null
  return { id: invoice.id, amountCents: invoice.amount_remaining }
}

/** The line with the latest period says what was paid for. Others may be credits for unused time. */
export function toPaidInvoice(found: Stripe.Invoice, prices: Prices): PaidInvoice {
  const invoice = requireObject(found, 'invoice')
  const line = invoice.lines.data.toSorted((one, other) => other.period.end - one.period.end)[0]
  const subscription = invoice.parent?.subscription_details?.subscription ?? null
  return {
    id: invoice.id,
    subscriptionId: typeof subscription === 'object' ? (subscription?.id ?? null) : subscription,
    number: invoice.number ?? invoice.id,
    amountCents: invoice.amount_paid,
    currency: invoice.currency,
    interval: findInterval(line?.pricing?.price_details?.price, prices),
    periodStartsAt: toDate(line?.period.start ?? invoice.period_start),
    periodEndsAt: toDate(line?.period.end ?? invoice.period_end),
    paidAt: toDate(invoice.status_transitions.paid_at),
  }
}

function findInterval(
  price: string | Stripe.Price | undefined,
  prices: Prices,
): SubscriptionInterval | null {
  const id = typeof price === 'object' ? price.id : price
  if (id === prices.monthly) return 'monthly'
  return id === prices.yearly ? 'yearly' : null
}

/** Stripe counts seconds. */
export function toDate(seconds: number | null | undefined): Date {
  if (typeof seconds !== 'number') throw new PaymentError('unavailable', 'unexpected answer')
  return new Date(seconds * 1000)
}
