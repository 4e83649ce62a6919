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

/** A status or interval that we don't know is refused. */
export function toSubscription(
  found: Stripe.Subscription,
  openInvoices: readonly Stripe.Invoice[],
): Subscription {
  const subscription = requireObject(found, 'subscription')
  const [item] = subscription.items.data
  if (!item) throw new PaymentError('refused', 'subscription without items')
  const periodEndsAt = toDate(item.current_period_end)
  return {
    id: subscription.id,
    status: toStatus(subscription.status),
    interval: requireInterval(item.price.recurring),
    createdAt: toDate(subscription.created),
    periodStartsAt: toDate(item.current_period_start),
    periodEndsAt,
    cancelsAt: toCancellation(subscription, periodEndsAt),
    openInvoice: findOldest(openInvoices, subscription.id),
  }
}

function toStatus(status: string): Exclude<SubscriptionStatus, 'none'> {
  const known = subscriptionStatuses.find((one) => one === status)
  if (known === undefined || known === 'none')
    throw new PaymentError('refused', `unknown status ${toCode(status)}`)
  return known
}

function requireInterval(recurring: Stripe.Price.Recurring | null): SubscriptionInterval {
  const interval = toInterval(recurring)
  if (interval) return interval
  throw new PaymentError('refused', `unknown interval ${toCode(recurring?.interval)}`)
}

/** `null` unless the price recurs every month or every year. */
export function toInterval(recurring: Stripe.Price.Recurring | null): SubscriptionInterval | null {
  if (recurring?.interval_count !== 1) return null
  if (recurring.interval === 'month') return 'monthly'
  return recurring.interval === 'year' ? 'yearly' : null
}

function toCancellation(subscription: Stripe.Subscription, periodEndsAt: Date): Date | null {
  const { ended_at: endedAt, cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd } = subscription
  if (endedAt ?? cancelAt) return toDate(endedAt ?? cancelAt)
  return atPeriodEnd ? periodEndsAt : null
}

function findOldest(
  invoices: readonly Stripe.Invoice[],
  subscriptionId: string,
): Subscription['openInvoice'] {
  const [oldest] = invoices
    .filter(
      (invoice) =>
        invoice.status === 'open' &&
        invoice.amount_remaining > 0 &&
        toSubscriptionId(invoice) === subscriptionId,
    )
    .toSorted((one, other) => one.created - other.created)
  if (!oldest) return null
  const { id, amount_remaining: amountCents } = oldest
  return { id, amountCents, periodStartsAt: toPeriod(oldest).periodStartsAt }
}

export function toPaidInvoice(found: Stripe.Invoice, prices: Prices): PaidInvoice {
  const invoice = requireObject(found, 'invoice')
  return {
    id: invoice.id,
    number: invoice.number ?? invoice.id,
    amountCents: invoice.amount_paid,
    currency: invoice.currency,
    interval: findInterval(findMainLine(invoice)?.pricing?.price_details?.price, prices),
    ...toPeriod(invoice),
    paidAt: toDate(invoice.status_transitions.paid_at),
  }
}

function toSubscriptionId({ parent }: Stripe.Invoice): string | null {
  const subscription = parent?.subscription_details?.subscription ?? null
  return typeof subscription === 'object' ? (subscription?.id ?? null) : subscription
}

function toPeriod(invoice: Stripe.Invoice) {
  const { start, end } = findMainLine(invoice)?.period ?? {
    start: invoice.period_start,
    end: invoice.period_end,
  }
  return { periodStartsAt: toDate(start), periodEndsAt: toDate(end) }
}

/**
 * The line that says what the invoice is for. After a switch, another line is a credit for unused
 * time; after a switch from yearly to monthly, the credit has the longer period.
 */
function findMainLine({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  return lines.data.toSorted(
    (one, other) =>
      Number(isProration(one)) - Number(isProration(other)) || other.period.end - one.period.end,
  )[0]
}

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details
  return details?.proration === true
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
  if (typeof seconds !== 'number') throw new PaymentError('unreadable', 'unexpected answer')
  return new Date(seconds * 1000)
}
