import type Stripe from 'stripe'
import type { StripeAccount } from '../account.ts'

/** The configuration that an account has by default, with everything that the pages offer. */
export function makePortalConfiguration(
  account: StripeAccount,
): Stripe.BillingPortal.Configuration {
  return {
    id: account.newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: account.now(),
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: ['price'],
        enabled: true,
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'continue_trial',
      },
    },
    is_default: true,
    livemode: account.settings.isLive,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: account.now(),
  }
}

export function makePortalSession(
  account: StripeAccount,
  {
    customer,
    configuration,
    locale,
    returnUrl,
  }: {
    readonly customer: string
    readonly configuration: string
    readonly locale: string | null
    readonly returnUrl: string | null
  },
): Stripe.BillingPortal.Session {
  const { isLive, baseUrl } = account.settings
  const id = account.newId('bps')
  return {
    id,
    object: 'billing_portal.session',
    after_expiration: null,
    configuration,
    created: account.now(),
    customer,
    customer_account: null,
    flow: null,
    livemode: isLive,
    locale,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${baseUrl}/p/session/${id}`,
  }
}
