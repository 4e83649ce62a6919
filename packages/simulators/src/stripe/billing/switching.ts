import type Stripe from 'stripe'
import type { StripeAccount } from '../account.ts'
import { amountOf, intervalOf, toPlan } from '../objects/catalog.ts'
import { changeItem, itemOf } from '../objects/subscription.ts'
import { createInvoice, customerOf, finalizeInvoice, toRenewalLine } from './invoicing.ts'
import { planNextStep } from './life-cycle.ts'
import { toPeriodEnd } from './periods.ts'
import { settle } from './settling.ts'
import type { ChargeOutcome } from './test-cards.ts'

/** What a switch to another price costs now, and the credit for the rest of the current period. */
export function toSwitchCost(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
): { credit: number; due: number } {
  if (subscription.status === 'trialing') return { credit: 0, due: 0 }
  const item = itemOf(subscription)
  const { current_period_start: start, current_period_end: end } = item
  const unused = (end - account.now()) / (end - start)
  const credit = Math.round(amountOf(item.price) * unused)
  const { balance } = customerOf(account, subscription)
  return { credit, due: Math.max(0, amountOf(price) - credit + balance) }
}

/**
 * Changes between monthly and yearly. A new period begins now, with an invoice for the new price
 * less the credit (https://docs.stripe.com/billing/subscriptions/prorations). `outcome` is what the
 * bank says to the payment.
 */
export function switchPrice(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  outcome: ChargeOutcome,
): void {
  const customer = customerOf(account, subscription)
  const { price: oldPrice, ...before } = itemOf(subscription)
  const item = { price, plan: toPlan(price) }
  if (subscription.status === 'trialing') {
    const items = changeItem(subscription, item)
    return account.change(subscription, { items }, 'customer.subscription.updated')
  }
  const now = account.now()
  const end = toPeriodEnd(now, intervalOf(price), now)
  const unused = {
    price: oldPrice,
    amount: -toSwitchCost(account, subscription, price).credit,
    description: `Unused time on ${toRenewalLine(account, oldPrice, now, end).description}`,
    start: now,
    end: before.current_period_end,
    isProration: true,
  }
  const invoice = createInvoice(account, {
    customer,
    subscription,
    reason: 'subscription_update',
    lines: [unused, toRenewalLine(account, price, now, end)],
    periodStart: before.current_period_start,
    periodEnd: now,
  })
  const period = { current_period_start: now, current_period_end: end }
  account.change(
    subscription,
    {
      billing_cycle_anchor: now,
      items: changeItem(subscription, { ...item, ...period }),
      latest_invoice: invoice.id,
      ...(subscription.cancel_at_period_end && { cancel_at: end }),
    },
    'customer.subscription.updated',
  )
  finalizeInvoice(account, invoice)
  const result = invoice.amount_due === 0 ? 'pays' : outcome
  settle(account, { subscription, invoice, outcome: result, isAutomatic: true })
  planNextStep(account, subscription)
}
