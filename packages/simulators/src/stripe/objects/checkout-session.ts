import type Stripe from 'stripe'
import { toList, type StripeAccount } from '../account.ts'
import { amountOf } from './catalog.ts'

export type NewCheckoutSession = Pick<
  Stripe.Checkout.Session,
  | 'allow_promotion_codes'
  | 'billing_address_collection'
  | 'cancel_url'
  | 'client_reference_id'
  | 'customer_email'
  | 'locale'
  | 'metadata'
  | 'submit_type'
  | 'success_url'
> & {
  readonly customer: Stripe.Customer | null
  readonly price: Stripe.Price
  readonly productName: string
  readonly expiresAt: number
}

export function makeCheckoutSession(
  account: StripeAccount,
  { customer, price, productName, expiresAt, ...fields }: NewCheckoutSession,
): Stripe.Checkout.Session {
  const { isLive, baseUrl } = account.settings
  const id = account.newId(isLive ? 'cs_live' : 'cs_test', 58)
  const amount = amountOf(price)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: account.now(),
    currency: price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: customer === null ? 'always' : null,
    customer_details: null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    line_items: toList(
      [makeLineItem(account, price, productName)],
      `/v1/checkout/sessions/${id}/line_items`,
    ),
    livemode: isLive,
    managed_payments: null,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${baseUrl}/c/pay/${id}`,
    wallet_options: null,
    ...fields,
  }
}

function makeLineItem(
  account: StripeAccount,
  price: Stripe.Price,
  description: string,
): Stripe.LineItem {
  return {
    id: account.newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amountOf(price),
    amount_tax: 0,
    amount_total: amountOf(price),
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity: 1,
  }
}

/** The price that the session sells. */
export function priceOf({ line_items: items }: Stripe.Checkout.Session): Stripe.Price {
  const price = items?.data[0]?.price
  if (!price) throw new Error('A checkout session without a price')
  return price
}
