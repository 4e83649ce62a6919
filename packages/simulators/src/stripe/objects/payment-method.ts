import type Stripe from 'stripe'
import type { StripeAccount } from '../account.ts'
import type { TestCard } from '../billing/test-cards.ts'

/** A card saved for a customer. */
export function makePaymentMethod(
  account: StripeAccount,
  customer: Stripe.Customer,
  { number, brand }: TestCard,
): Stripe.PaymentMethod {
  return {
    id: account.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: null,
      email: customer.email,
      name: customer.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: 12,
      exp_year: account.world.clock.now().getUTCFullYear() + 4,
      fingerprint: account.world.random.token(16).replace(/[-_]/g, '0'),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now(),
    customer: customer.id,
    customer_account: null,
    livemode: account.settings.isLive,
    metadata: {},
    type: 'card',
  }
}
