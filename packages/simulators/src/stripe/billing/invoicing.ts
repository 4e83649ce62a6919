import type Stripe from 'stripe'
import { idOf, type StripeAccount } from '../account.ts'
import { amountOf, intervalOf } from '../objects/catalog.ts'
import { makeInvoice, type InvoiceLine, type NewInvoice } from '../objects/invoice.ts'
import { findTestCardByLast4, type ChargeOutcome, type DeclineCode } from './test-cards.ts'

/** Creates a draft. The caller makes it the subscription's latest invoice. */
export function createInvoice(account: StripeAccount, invoice: NewInvoice): Stripe.Invoice {
  const created = makeInvoice(account, invoice)
  account.invoices.set(created.id, created)
  account.emit('invoice.created', created)
  return created
}

/** Gives a draft its number, uses the customer's credit, and makes the rest due. */
export function finalizeInvoice(account: StripeAccount, invoice: Stripe.Invoice): void {
  const customer = customerOf(account, invoice)
  const sequence = customer.next_invoice_sequence ?? 1
  const balance = customer.balance + invoice.total
  const due = Math.max(0, balance)
  account.change(
    invoice,
    {
      status: 'open',
      number: `${customer.invoice_prefix ?? ''}-${String(sequence).padStart(4, '0')}`,
      starting_balance: customer.balance,
      ending_balance: Math.min(0, balance),
      amount_due: due,
      amount_remaining: due,
      effective_at: account.now(),
      automatically_finalizes_at: null,
      hosted_invoice_url: `${account.settings.baseUrl}/i/${invoice.id}`,
      status_transitions: { ...invoice.status_transitions, finalized_at: account.now() },
    },
    'invoice.finalized',
  )
  customer.next_invoice_sequence = sequence + 1
  if (customer.balance !== Math.min(0, balance))
    account.change(customer, { balance: Math.min(0, balance) }, 'customer.updated')
}

export function markPaid(account: StripeAccount, invoice: Stripe.Invoice): void {
  account.change(
    invoice,
    {
      status: 'paid',
      attempted: true,
      attempt_count: Math.max(1, invoice.attempt_count),
      auto_advance: false,
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: account.now() },
    },
    'invoice.paid',
  )
  account.emit('invoice.payment_succeeded', invoice)
}

/** Records a failed payment. `nextAttempt` is `null` if no automatic attempt follows. */
export function markFailed(
  account: StripeAccount,
  invoice: Stripe.Invoice,
  {
    code,
    nextAttempt,
    isAutomatic,
  }: { code: DeclineCode; nextAttempt: number | null; isAutomatic: boolean },
): void {
  // Attempts that the customer makes do not count, except for the first.
  const isCounted = isAutomatic || invoice.attempt_count === 0
  account.change(
    invoice,
    {
      attempted: true,
      attempt_count: invoice.attempt_count + (isCounted ? 1 : 0),
      next_payment_attempt: nextAttempt,
    },
    'invoice.payment_failed',
  )
  if (code === 'authentication_required') account.emit('invoice.payment_action_required', invoice)
}

/** Stripe stops collecting: no more automatic attempts. */
export function stopCollecting(account: StripeAccount, invoice: Stripe.Invoice): void {
  account.change(
    invoice,
    { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null },
    'invoice.updated',
  )
}

export function voidInvoice(account: StripeAccount, invoice: Stripe.Invoice): void {
  account.change(
    invoice,
    {
      status: 'void',
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, voided_at: account.now() },
    },
    'invoice.voided',
  )
}

/** What the bank says to a charge while the customer is away. */
export function chargeOffSession(
  account: StripeAccount,
  paymentMethodId: string | null,
): ChargeOutcome {
  const last4 = account.paymentMethods.get(paymentMethodId ?? '')?.card?.last4
  return (last4 === undefined ? null : findTestCardByLast4(last4))?.offSession ?? 'generic_decline'
}

export function listInvoices(
  account: StripeAccount,
  subscriptionId: string,
): readonly Stripe.Invoice[] {
  return [...account.invoices.values()].filter(
    (invoice) => subscriptionIdOf(invoice) === subscriptionId,
  )
}

export function subscriptionIdOf({ parent }: Stripe.Invoice): string | null {
  const subscription = parent?.subscription_details?.subscription
  return subscription === undefined ? null : idOf(subscription)
}

export function customerOf(
  account: StripeAccount,
  { customer }: Pick<Stripe.Invoice, 'customer'>,
): Stripe.Customer {
  const found = account.customers.get(customer === null ? '' : idOf(customer))
  if (!found) throw new Error('The subscriptions of a deleted customer have ended')
  return found
}

/** What a period of a subscription costs. */
export function toRenewalLine(
  account: StripeAccount,
  price: Stripe.Price,
  start: number,
  end: number,
): InvoiceLine {
  const product = account.products.get(idOf(price.product))
  const amount = amountOf(price)
  const each = `$${(amount / 100).toFixed(2)} / ${intervalOf(price)}`
  const description = `1 × ${product?.name ?? 'Subscription'} (at ${each})`
  return { price, amount, description, start, end, isProration: false }
}
