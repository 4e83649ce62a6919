import type Stripe from 'stripe'
import { PaymentError } from '../payment-error.ts'
import type { Checkout, Payments } from '../payments.ts'
import { readEvent } from './read-event.ts'
import { createStripeClient, isLiveKey, type StripeConnection } from './stripe-client.ts'
import { callOnce, callStripe, requireObject } from './stripe-failure.ts'
import { toDate, toPaidInvoice, toSubscription, type Prices } from './to-subscription.ts'

export type StripeOptions = StripeConnection & {
  /** The secrets of the webhook endpoint: `whsec_…`. Two while the secret is being changed. */
  readonly webhookSecrets: readonly string[]
  /** The ids of our two prices. */
  readonly prices: Prices
  readonly now: () => Date
}

const pageSize = 100

/** Payments through Stripe: Checkout, the customer portal and Billing. */
export function createStripePayments(options: StripeOptions): Payments {
  const { secretKey, webhookSecrets, prices, now } = options
  const stripe = createStripeClient(options)
  const isLive = isLiveKey(secretKey)

  /** Whether the customer existed and was deleted. With the key of another account it is unknown. */
  async function isDeleted(customerId: string): Promise<boolean> {
    const customer = await callStripe(() => stripe.customers.retrieve(customerId))
    return requireObject(customer, 'customer').deleted === true
  }

  /** Returns an empty list for a deleted customer. */
  async function listFor<Item>(
    customerId: string,
    list: () => Promise<Stripe.ApiList<Item>>,
  ): Promise<readonly Item[]> {
    try {
      return requireObject(await callStripe(list), 'list').data
    } catch (error) {
      if (hasFailed(error, 'gone') && (await isDeleted(customerId))) return []
      throw error
    }
  }

  const listInvoices = (customer: string, status: 'open' | 'paid') =>
    listFor(customer, () => stripe.invoices.list({ customer, status, limit: pageSize }))

  return {
    createCustomer: ({ email, idempotencyKey }) =>
      callStripe(async () => {
        const customer = await callOnce(idempotencyKey, (options) =>
          stripe.customers.create({ email }, options),
        )
        return requireObject(customer, 'customer').id
      }),

    changeAddress: (customerId, email) =>
      callStripe(async () => {
        try {
          const changed = await callStripe(() => stripe.customers.update(customerId, { email }))
          requireObject(changed, 'customer')
        } catch (error) {
          if (!hasFailed(error, 'gone') || !(await isDeleted(customerId))) throw error
        }
      }),

    createCheckout: ({ customerId, interval, successUrl, cancelUrl, idempotencyKey }) =>
      callStripe(async () => {
        const order: Stripe.Checkout.SessionCreateParams = {
          mode: 'subscription',
          customer: customerId,
          line_items: [{ price: prices[interval], quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
        }
        const session = await callOnce(idempotencyKey, (options) =>
          stripe.checkout.sessions.create(order, options),
        )
        return toCheckout(session)
      }),

    loadCheckout: (checkoutId) =>
      callStripe(async () => {
        const expand = ['customer']
        const found = await stripe.checkout.sessions.retrieve(checkoutId, { expand })
        const session = requireObject(found, 'checkout.session')
        // Stripe leaves the sessions of a deleted customer open.
        const { customer } = session
        const isDeleted = typeof customer === 'object' && customer?.deleted === true
        return {
          isOpen: session.status === 'open' && !isDeleted,
          isPaid: session.payment_status === 'paid',
        }
      }),

    expireCheckout: (checkoutId) =>
      callStripe(async () => {
        const { sessions } = stripe.checkout
        try {
          requireObject(await callStripe(() => sessions.expire(checkoutId)), 'checkout.session')
          return 'expired'
        } catch (error) {
          if (!hasFailed(error, 'refused')) throw error
          const { status } = requireObject(await sessions.retrieve(checkoutId), 'checkout.session')
          if (status === 'complete') return 'complete'
          if (status === 'expired') return 'expired'
          throw error
        }
      }),

    createPortal: ({ customerId, returnUrl }) =>
      callStripe(async () => {
        const created = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
        })
        return { url: toUrl(requireObject(created, 'billing_portal.session').url) }
      }),

    listSubscriptions: (customer) =>
      callStripe(async () => {
        const found = await listFor(customer, () =>
          stripe.subscriptions.list({ customer, status: 'all', limit: pageSize }),
        )
        const open = found.some(({ status }) => status === 'past_due' || status === 'unpaid')
          ? await listInvoices(customer, 'open')
          : []
        return found.map((subscription) => toSubscription(subscription, open))
      }),

    listPaidInvoices: (customer) =>
      callStripe(async () => {
        const found = await listInvoices(customer, 'paid')
        return found.map((invoice) => toPaidInvoice(invoice, prices))
      }),

    cancelSubscription: (subscriptionId, comment) =>
      callStripe(async () => {
        try {
          const ended = await callStripe(() =>
            stripe.subscriptions.cancel(subscriptionId, { cancellation_details: { comment } }),
          )
          requireObject(ended, 'subscription')
        } catch (error) {
          // Stripe answers like this if the subscription has ended.
          if (!hasFailed(error, 'gone')) throw error
        }
      }),

    // Stripe cancels the customer's subscriptions with it.
    deleteCustomer: (customerId) =>
      callStripe(async () => {
        try {
          requireObject(await callStripe(() => stripe.customers.del(customerId)), 'customer')
        } catch (error) {
          if (!hasFailed(error, 'gone') || !(await isDeleted(customerId))) throw error
        }
      }),

    readEvent: async ({ signature, body }) =>
      readEvent(stripe, { signature, body, secrets: webhookSecrets, now: now(), isLive }),
  }
}

function toCheckout(created: Stripe.Checkout.Session): Checkout {
  const { id, url, expires_at: expiresAt } = requireObject(created, 'checkout.session')
  return { id, url: toUrl(url), expiresAt: toDate(expiresAt) }
}

/** Throws unless the URL is a page: the browser is sent there. */
function toUrl(url: string | null): string {
  if (url === null || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new PaymentError('unreadable', 'unexpected answer')
  return url
}

function hasFailed(error: unknown, failure: PaymentError['failure']): error is PaymentError {
  return error instanceof PaymentError && error.failure === failure
}
