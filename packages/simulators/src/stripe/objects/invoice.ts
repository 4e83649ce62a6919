import type Stripe from 'stripe'
import { idOf, toDecimal, toList, type StripeAccount } from '../account.ts'
import { amountOf } from './catalog.ts'
import { itemOf } from './subscription.ts'

export type InvoiceLine = {
  readonly price: Stripe.Price
  readonly amount: number
  readonly description: string
  readonly start: number
  readonly end: number
  readonly isProration: boolean
}

export type NewInvoice = {
  readonly customer: Stripe.Customer
  readonly subscription: Stripe.Subscription
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  readonly lines: readonly InvoiceLine[]
  readonly periodStart: number
  readonly periodEnd: number
  /** `null` if it stays a draft; by default it is finalized at once. */
  readonly finalizesAt?: number | null
}

/** A draft: nothing is due before it is finalized. */
export function makeInvoice(
  account: StripeAccount,
  { customer, subscription, reason, lines, periodStart, periodEnd, finalizesAt }: NewInvoice,
): Stripe.Invoice {
  const id = account.newId('in')
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: account.settings.name,
    account_tax_ids: null,
    // A credit in the customer's balance is used when the invoice is finalized.
    amount_due: Math.max(0, total),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: finalizesAt !== null,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: finalizesAt ?? null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: account.now(),
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: toList(
      lines.map((line) => makeLine(account, id, subscription, line)),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: account.settings.isLive,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
      },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: periodEnd,
    period_start: periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: account.now(),
  }
}

function makeLine(
  account: StripeAccount,
  invoice: string,
  subscription: Stripe.Subscription,
  { price, amount, description, start, end, isProration }: InvoiceLine,
): Stripe.InvoiceLineItem {
  return {
    id: account.newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice,
    livemode: account.settings.isLive,
    metadata: { ...subscription.metadata },
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: itemOf(subscription).id,
      },
      type: 'subscription_item_details',
    },
    period: { start, end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: toDecimal(isProration ? amount : amountOf(price)),
    },
    quantity: 1,
    quantity_decimal: toDecimal(1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}
