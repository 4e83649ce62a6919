import type Stripe from 'stripe'
import { PaymentError } from '../payment-error.ts'
import type { Checkout, Payments } from '../payments.ts'
import { readEvent } from './read-event.ts'
import { createStripeClient, isLiveKey, type StripeConnection } from './stripe-client.ts'
import { callStripe, requireObject } from './stripe-failure.ts'
import { toDate, toPaidInvoice, toSubscription, type Prices } from './to-subscription.ts'

export type StripeOptions = StripeConnection & {
  /** Of the webhook endpoint: `whsec_…`. Two while the secret is being changed. */
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

  /** Of a deleted customer nothing is listed. */
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

  return {
    createCustomer: ({ email, idempotencyKey }) =>
      callStripe(async () => {
        const customer = await stripe.customers.create({ email }, { idempotencyKey })
        return requireObject(customer, 'customer').id
      }),

    createCheckout: ({ customerId, interval, successUrl, cancelUrl, idempotencyKey }) =>
      callStripe(async () => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            line_items: [{ price: prices[interval], quantity: 1 }],
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          { idempotencyKey },
        )
        return toCheckout(session)
      }),

    loadCheckout: (checkoutId) =>
      callStripe(async () => {
        const found = await stripe.checkout.sessions.retrieve(checkoutId)
        const session = requireObject(found, 'checkout.session')
        return { isOpen: session.status === 'open', isPaid: session.payment_status === 'paid' }
      }),

    expireCheckout: (checkoutId) =>
      callStripe(async () => {
        const { sessions } = stripe.checkout
        try {
          requireObject(await callStripe(() => sessions.expire(checkoutId)), 'checkout.session')
        } catch (error) {
          if (!hasFailed(error, 'refused')) throw error
          const session = requireObject(await sessions.retrieve(checkoutId), 'checkout.session')
          if (session.status === 'open') throw error
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
        const expand = ['data.latest_invoice']
        const found = await listFor(customer, () =>
          stripe.subscriptions.list({ customer, status: 'all', limit: pageSize, expand }),
        )
        return found.map(toSubscription)
      }),

    listPaidInvoices: (customer) =>
      callStripe(async () => {
        const found = await listFor(customer, () =>
          stripe.invoices.list({ customer, status: 'paid', limit: pageSize }),
        )
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

/** The browser is sent there. */
function toUrl(url: string | null): string {
  if (url === null || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new PaymentError('unavailable', 'unexpected answer')
  return url
}

function hasFailed(error: unknown, failure: PaymentError['failure']): error is PaymentError {
  return error instanceof PaymentError && error.failure === failure
}
