import type Stripe from 'stripe'
import type { StripeAccount } from '../account.ts'

export function makeCustomer(
  account: StripeAccount,
  fields: Pick<Stripe.Customer, 'email' | 'name' | 'description' | 'phone' | 'metadata'>,
): Stripe.Customer {
  return {
    id: account.newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: account.world.random.hex(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: account.settings.isLive,
    next_invoice_sequence: 1,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...fields,
  }
}
