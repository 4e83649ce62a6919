import type Stripe from 'stripe'
import type { StripeAccount } from '../account.ts'
import { intervalOf } from '../objects/catalog.ts'
import { makePaymentMethod } from '../objects/payment-method.ts'
import { makeSubscription, type NewSubscription } from '../objects/subscription.ts'
import { createInvoice, finalizeInvoice, toRenewalLine } from './invoicing.ts'
import { planNextStep } from './life-cycle.ts'
import { toPeriodEnd } from './periods.ts'
import { settle } from './settling.ts'
import type { ChargeOutcome, TestCard } from './test-cards.ts'

export function attachCard(
  account: StripeAccount,
  customer: Stripe.Customer,
  card: TestCard,
): Stripe.PaymentMethod {
  const paymentMethod = makePaymentMethod(account, customer, card)
  account.paymentMethods.set(paymentMethod.id, paymentMethod)
  account.emit('payment_method.attached', paymentMethod)
  return paymentMethod
}

/**
 * Creates a subscription with its first invoice. `outcome` is what the bank said to the first
 * payment; `null` if it was not asked yet.
 */
export function subscribe(
  account: StripeAccount,
  {
    customer,
    price,
    outcome,
    trialEnd = null,
    paymentMethodId = null,
    metadata = {},
    description = null,
    missingPaymentMethod = 'create_invoice',
  }: Pick<NewSubscription, 'price'> &
    Partial<NewSubscription> & {
      readonly customer: Stripe.Customer
      readonly outcome: ChargeOutcome | null
    },
): { subscription: Stripe.Subscription; invoice: Stripe.Invoice } {
  const now = account.now()
  const isTrial = trialEnd !== null
  const paidUntil = toPeriodEnd(now, intervalOf(price), now)
  const subscription = makeSubscription(account, {
    customerId: customer.id,
    price,
    status: isTrial ? 'trialing' : outcome === 'pays' ? 'active' : 'incomplete',
    paymentMethodId,
    metadata,
    description,
    periodEnd: trialEnd ?? paidUntil,
    trialEnd,
    missingPaymentMethod,
  })
  account.subscriptions.set(subscription.id, subscription)
  customer.currency ??= price.currency
  const line = toRenewalLine(account, price, now, trialEnd ?? paidUntil)
  const freeLine = { ...line, amount: 0, description: `Trial period for ${line.description}` }
  const invoice = createInvoice(account, {
    customer,
    subscription,
    reason: 'subscription_create',
    lines: [isTrial ? freeLine : line],
    periodStart: now,
    periodEnd: now,
  })
  subscription.latest_invoice = invoice.id
  account.emit('customer.subscription.created', subscription)
  finalizeInvoice(account, invoice)
  const result = invoice.amount_due === 0 ? 'pays' : outcome
  if (result !== null)
    settle(account, { subscription, invoice, outcome: result, isAutomatic: false })
  planNextStep(account, subscription)
  return { subscription, invoice }
}
