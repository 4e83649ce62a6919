import type Stripe from 'stripe'
import { toList, type StripeAccount } from '../account.ts'
import { toPlan } from './catalog.ts'

export type NewSubscription = {
  readonly customerId: string
  readonly price: Stripe.Price
  readonly status: 'active' | 'trialing' | 'incomplete'
  readonly paymentMethodId: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly description: string | null
  readonly periodEnd: number
  /** The end of a free trial; `null` without one. */
  readonly trialEnd: number | null
  readonly missingPaymentMethod: Stripe.Subscription.TrialSettings.EndBehavior.MissingPaymentMethod
}

export function makeSubscription(
  account: StripeAccount,
  { customerId, price, status, paymentMethodId, metadata, ...rest }: NewSubscription,
): Stripe.Subscription {
  const { description, periodEnd, trialEnd, missingPaymentMethod } = rest
  const now = account.now()
  const id = account.newId('sub')
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    // The default since version 2025-09-30.clover.
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: customerId,
    customer_account: null,
    days_until_due: null,
    default_payment_method: paymentMethodId,
    default_source: null,
    default_tax_rates: [],
    description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: toList(
      [makeItem(account, id, price, periodEnd)],
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: null,
    livemode: account.settings.isLive,
    managed_payments: null,
    metadata: { ...metadata },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'on_subscription',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status,
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: missingPaymentMethod },
    },
    trial_start: trialEnd === null ? null : now,
  }
}

function makeItem(
  account: StripeAccount,
  subscription: string,
  price: Stripe.Price,
  periodEnd: number,
): Stripe.SubscriptionItem {
  return {
    id: account.newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: account.now(),
    current_period_end: periodEnd,
    current_period_start: account.now(),
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  }
}

/** The simulator's subscriptions have exactly one item. */
export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data
  if (!item) throw new Error('A subscription without an item')
  return item
}

/** The `items` of a subscription with another period or price, for `StripeAccount.change`. */
export function changeItem(
  { items }: Stripe.Subscription,
  changes: Partial<Stripe.SubscriptionItem>,
): Stripe.ApiList<Stripe.SubscriptionItem> {
  return { ...items, data: items.data.map((item) => ({ ...item, ...changes })) }
}
