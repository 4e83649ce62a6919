import type Stripe from 'stripe'
import { idOf, type StripeAccount } from '../account.ts'
import { expireCheckout, planExpiry } from '../billing/checkout.ts'
import { makeCheckoutSession } from '../objects/checkout-session.ts'
import { loadPrice } from './catalog-routes.ts'
import { loadCustomer } from './customer-routes.ts'
import { requireKnownCustomer } from './known-customer.ts'
import { changeMetadata } from './metadata.ts'
import { pagingParams, toPage } from './paging.ts'
import { listOf, oneOf, type Params } from './params.ts'
import type { Route } from './route.ts'
import { invalidParameter, missingParameter, noSuch, notAllowed } from './stripe-error.ts'

const dayInSeconds = 24 * 60 * 60
const minSeconds = 30 * 60
const url = '/v1/checkout/sessions'

export const checkoutRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: url,
    params: {
      allow_promotion_codes: 'boolean',
      billing_address_collection: oneOf('auto', 'required'),
      cancel_url: 'url',
      client_reference_id: 'text',
      customer: 'text',
      customer_email: 'text',
      expires_at: 'integer',
      line_items: listOf({ price: 'text', quantity: 'integer' }),
      locale: 'text',
      metadata: 'metadata',
      mode: oneOf('subscription'),
      payment_method_collection: oneOf('always'),
      submit_type: oneOf('auto', 'subscribe', 'pay'),
      subscription_data: { description: 'text', metadata: 'metadata' },
      success_url: 'url',
      ui_mode: oneOf('hosted_page'),
    },
    handle: ({ account, params }) => createSession(account, params),
  },
  {
    method: 'GET',
    path: url,
    params: {
      ...pagingParams,
      created: 'range',
      customer: 'text',
      status: oneOf('open', 'complete', 'expired'),
      subscription: 'text',
    },
    handle({ account, params }) {
      const customer = requireKnownCustomer(account, params)
      const status = params.text('status')
      const subscription = params.text('subscription')
      const isWanted = (session: Stripe.Checkout.Session) =>
        (customer === null || (session.customer !== null && idOf(session.customer) === customer)) &&
        (status === null || session.status === status) &&
        (subscription === null || session.subscription === subscription) &&
        params.includes('created', session.created)
      const found = [...account.checkoutSessions.values()].filter(isWanted)
      return toPage(found, params, { url, kind: 'checkout.session' })
    },
  },
  {
    method: 'GET',
    path: `${url}/:id`,
    handle: ({ account, id }) => loadSession(account, id),
  },
  {
    method: 'GET',
    path: `${url}/:id/line_items`,
    params: pagingParams,
    handle({ account, id, params }) {
      const items = loadSession(account, id).line_items?.data ?? []
      return toPage(items, params, { url: `${url}/${id}/line_items`, kind: 'item' })
    },
  },
  {
    method: 'POST',
    path: `${url}/:id/expire`,
    handle({ account, id }) {
      const session = loadSession(account, id)
      if (session.status !== 'open')
        throw notAllowed(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        )
      expireCheckout(account, session)
      return session
    },
  },
]

function createSession(account: StripeAccount, params: Params): Stripe.Checkout.Session {
  params.required('mode')
  const price = readPrice(account, params)
  const customerId = params.text('customer')
  const email = params.text('customer_email')
  if (customerId !== null && email !== null)
    throw notAllowed('You may only specify one of these parameters: customer, customer_email.')
  // The simulated page does not ask for an address.
  if (customerId === null && email === null) throw missingParameter('customer')
  const session = makeCheckoutSession(account, {
    customer: customerId === null ? null : loadCustomer(account, customerId, 'customer'),
    price,
    productName: account.products.get(idOf(price.product))?.name ?? '',
    expiresAt: readExpiry(account, params),
    allow_promotion_codes: params.boolean('allow_promotion_codes'),
    billing_address_collection: params.text('billing_address_collection'),
    cancel_url: params.text('cancel_url'),
    client_reference_id: params.text('client_reference_id'),
    customer_email: email,
    locale: params.text('locale'),
    metadata: changeMetadata({}, params),
    submit_type: params.text('submit_type'),
    success_url: params.required('success_url'),
  })
  const subscription = params.inner('subscription_data')
  account.subscriptionData.set(session.id, {
    metadata: changeMetadata({}, subscription),
    description: subscription.text('description'),
  })
  account.checkoutSessions.set(session.id, session)
  planExpiry(account, session)
  return session
}

function readPrice(account: StripeAccount, params: Params): Stripe.Price {
  const [item, ...others] = params.list('line_items')
  if (!item) throw missingParameter('line_items')
  if (others.length > 0 || item.integer('quantity') !== 1)
    throw invalidParameter('line_items', 'This simulates one line item with a quantity of 1.')
  const price = loadPrice(account, item.required('price'), 'line_items[0][price]')
  if (!price.active)
    throw invalidParameter('line_items[0][price]', `The price ${price.id} is inactive.`)
  return price
}

/** From 30 minutes to 24 hours, by default 24 hours. */
function readExpiry(account: StripeAccount, params: Params): number {
  const seconds = (params.integer('expires_at') ?? account.now() + dayInSeconds) - account.now()
  if (seconds < minSeconds || seconds > dayInSeconds)
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be from 30 minutes to 24 hours after Checkout Session creation.',
    )
  return account.now() + seconds
}

function loadSession(account: StripeAccount, id: string): Stripe.Checkout.Session {
  const session = account.checkoutSessions.get(id)
  if (!session) throw noSuch('checkout.session', id)
  return session
}
