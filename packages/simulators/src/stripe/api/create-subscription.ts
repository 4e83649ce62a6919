import type Stripe from 'stripe'
import { idOf, type StripeAccount } from '../account.ts'
import { chargeOffSession } from '../billing/invoicing.ts'
import { subscribe } from '../billing/subscribing.ts'
import { describeDecline } from '../billing/test-cards.ts'
import { loadPrice } from './catalog-routes.ts'
import { loadCustomer } from './customer-routes.ts'
import { changeMetadata } from './metadata.ts'
import { listOf, oneOf, type Params, type Shape } from './params.ts'
import { cardError, invalidParameter, noSuch, notAllowed } from './stripe-error.ts'

export const newSubscriptionParams: Shape = {
  customer: 'text',
  default_payment_method: 'text',
  description: 'text',
  items: listOf({ price: 'text', quantity: 'integer' }),
  metadata: 'metadata',
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  trial_end: 'integer',
  trial_period_days: 'integer',
  trial_settings: {
    end_behavior: { missing_payment_method: oneOf('cancel', 'create_invoice', 'pause') },
  },
}

/** Subscribes a customer as an operator does in the dashboard, for instance to give a trial. */
export function createSubscription(account: StripeAccount, params: Params): Stripe.Subscription {
  const customer = loadCustomer(account, params.required('customer'), 'customer')
  const [item, ...others] = params.list('items')
  if (!item || others.length > 0 || (item.integer('quantity') ?? 1) !== 1)
    throw invalidParameter('items', 'This simulates one item with a quantity of 1.')
  const paymentMethodId = readPaymentMethod(account, customer, params)
  const trialEnd = readTrialEnd(account, params)
  const behavior = params.text('payment_behavior') ?? 'allow_incomplete'
  if (paymentMethodId === null && trialEnd === null && behavior !== 'default_incomplete')
    throw notAllowed(
      'This customer has no attached payment source or default payment method.',
      'resource_missing',
    )
  const outcome =
    behavior === 'default_incomplete' ? null : chargeOffSession(account, paymentMethodId)
  if (behavior === 'error_if_incomplete' && trialEnd === null && outcome && outcome !== 'pays')
    throw cardError(outcome, describeDecline(outcome))
  return subscribe(account, {
    customer,
    price: loadPrice(account, item.required('price'), 'items[0][price]'),
    outcome,
    paymentMethodId,
    trialEnd,
    metadata: changeMetadata({}, params),
    description: params.text('description'),
    missingPaymentMethod:
      params.inner('trial_settings').inner('end_behavior').text('missing_payment_method') ??
      'create_invoice',
  }).subscription
}

function readPaymentMethod(
  account: StripeAccount,
  customer: Stripe.Customer,
  params: Params,
): string | null {
  const id = params.text('default_payment_method')
  if (id !== null && account.paymentMethods.get(id)?.customer !== customer.id)
    throw noSuch('PaymentMethod', id, 'default_payment_method')
  const saved = customer.invoice_settings.default_payment_method
  return id ?? (saved === null ? null : idOf(saved))
}

function readTrialEnd(account: StripeAccount, params: Params): number | null {
  const days = params.integer('trial_period_days')
  const end = params.integer('trial_end') ?? (days === null ? null : account.now() + days * 86_400)
  if (end !== null && end <= account.now())
    throw invalidParameter(
      'trial_end',
      'Invalid timestamp: must be an integer Unix timestamp in the future.',
    )
  return end
}
