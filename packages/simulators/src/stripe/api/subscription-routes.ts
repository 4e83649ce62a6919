import type Stripe from 'stripe'
import { idOf, type StripeAccount } from '../account.ts'
import { cancelAtPeriodEnd } from '../billing/cancelling.ts'
import { chargeOffSession } from '../billing/invoicing.ts'
import { planNextStep } from '../billing/life-cycle.ts'
import { endSubscription, hasEnded, paymentMethodOf } from '../billing/settling.ts'
import { switchPrice, toSwitchCost } from '../billing/switching.ts'
import { describeDecline } from '../billing/test-cards.ts'
import { intervalOf } from '../objects/catalog.ts'
import { itemOf } from '../objects/subscription.ts'
import { loadPrice } from './catalog-routes.ts'
import { createSubscription, newSubscriptionParams } from './create-subscription.ts'
import { requireKnownCustomer } from './known-customer.ts'
import { changeMetadata } from './metadata.ts'
import { pagingParams, toPage } from './paging.ts'
import { listOf, oneOf, type Params } from './params.ts'
import type { Route } from './route.ts'
import { cardError, invalidParameter, noSuch, notAllowed } from './stripe-error.ts'

const statuses = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
]

export const subscriptionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    params: newSubscriptionParams,
    handle: ({ account, params }) => createSubscription(account, params),
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    params: {
      ...pagingParams,
      created: 'range',
      customer: 'text',
      price: 'text',
      status: oneOf(...statuses, 'all', 'ended'),
    },
    handle({ account, params }) {
      const customer = requireKnownCustomer(account, params)
      const price = params.text('price')
      const isWanted = (subscription: Stripe.Subscription) =>
        (customer === null || idOf(subscription.customer) === customer) &&
        (price === null || itemOf(subscription).price.id === price) &&
        hasStatus(subscription, params.text('status')) &&
        params.includes('created', subscription.created)
      const found = [...account.subscriptions.values()].filter(isWanted)
      return toPage(found, params, { url: '/v1/subscriptions', kind: 'subscription' })
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    handle: ({ account, id }) => loadSubscription(account, id),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: {
      cancel_at_period_end: 'boolean',
      default_payment_method: 'text',
      description: 'text',
      items: listOf({ id: 'text', price: 'text' }),
      metadata: 'metadata',
      payment_behavior: oneOf('allow_incomplete', 'error_if_incomplete'),
      proration_behavior: oneOf('always_invoice', 'create_prorations'),
    },
    handle({ account, id, params }) {
      const subscription = loadSubscription(account, id)
      updateSubscription(account, subscription, params)
      return subscription
    },
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: {
      cancellation_details: { comment: 'text', feedback: 'text' },
      invoice_now: oneOf('false'),
      prorate: oneOf('false'),
    },
    handle({ account, id, params }) {
      const subscription = loadSubscription(account, id)
      // Stripe takes an ended subscription for a missing one here.
      if (hasEnded(subscription)) throw noSuch('subscription', id)
      const given = params.inner('cancellation_details')
      subscription.cancellation_details = {
        comment: given.text('comment'),
        feedback: given.text('feedback'),
        feedback_option: null,
        reason: 'cancellation_requested',
      }
      endSubscription(account, subscription)
      planNextStep(account, subscription)
      return subscription
    },
  },
]

function updateSubscription(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  params: Params,
): void {
  if (hasEnded(subscription) && !(params.has('metadata') && params.names().length === 1))
    throw notAllowed(
      'A canceled subscription can only update its cancellation_details and metadata.',
      'invalid_canceled_subscription_fields',
    )
  const changes: Partial<Stripe.Subscription> = {}
  if (params.has('metadata')) changes.metadata = changeMetadata(subscription.metadata, params)
  if (params.has('description')) changes.description = params.text('description')
  if (params.has('default_payment_method'))
    changes.default_payment_method = readPaymentMethod(account, subscription, params)
  if (params.has('items')) switchItem(account, subscription, params)
  if (Object.keys(changes).length > 0)
    account.change(subscription, changes, 'customer.subscription.updated')
  const isCanceled = params.boolean('cancel_at_period_end')
  if (isCanceled !== null) cancelAtPeriodEnd(account, subscription, { isCanceled, by: 'api' })
  planNextStep(account, subscription)
}

function switchItem(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  params: Params,
): void {
  const [given, ...others] = params.list('items')
  const item = itemOf(subscription)
  if (!given || others.length > 0 || given.required('id') !== item.id)
    throw invalidParameter('items', 'This simulates a change of the one item that there is.')
  const price = loadPrice(account, given.required('price'), 'items[0][price]')
  if (price.id === item.price.id) return
  const isRunning = subscription.status === 'active' || subscription.status === 'trialing'
  if (!isRunning || intervalOf(price) === intervalOf(item.price))
    throw invalidParameter('items', 'This simulates a running subscription’s change of interval.')
  const outcome = chargeOffSession(account, paymentMethodOf(account, subscription))
  const { due } = toSwitchCost(account, subscription, price)
  if (outcome !== 'pays' && due > 0 && params.text('payment_behavior') === 'error_if_incomplete')
    throw cardError(outcome, describeDecline(outcome))
  switchPrice(account, subscription, price, outcome)
}

function readPaymentMethod(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  params: Params,
): string | null {
  const id = params.text('default_payment_method')
  const found = account.paymentMethods.get(id ?? '')
  if (id !== null && found?.customer !== subscription.customer)
    throw noSuch('PaymentMethod', id, 'default_payment_method')
  return id
}

/** Without a status, all that have not been canceled. */
function hasStatus({ status }: Stripe.Subscription, wanted: string | null): boolean {
  if (wanted === null) return status !== 'canceled'
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired'
  return wanted === 'all' || status === wanted
}

function loadSubscription(account: StripeAccount, id: string): Stripe.Subscription {
  const subscription = account.subscriptions.get(id)
  if (!subscription) throw noSuch('subscription', id)
  return subscription
}
