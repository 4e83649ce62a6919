import type Stripe from 'stripe'
import { idOf, type StripeAccount } from '../account.ts'
import { makeCustomer } from '../objects/customer.ts'
import { priceOf } from '../objects/checkout-session.ts'
import { attachCard, subscribe } from './subscribing.ts'
import type { TestCard } from './test-cards.ts'

/** The bank has accepted the payment: creates the subscription and completes the session. */
export function completeCheckout(
  account: StripeAccount,
  session: Stripe.Checkout.Session,
  card: TestCard,
): void {
  const customer = findBuyer(account, session) ?? createBuyer(account, session)
  const paymentMethod = attachCard(account, customer, card)
  const { subscription, invoice } = subscribe(account, {
    customer,
    price: priceOf(session),
    outcome: 'pays',
    paymentMethodId: paymentMethod.id,
    ...account.subscriptionData.get(session.id),
  })
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: customer.phone ?? null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    subscription: subscription.id,
    invoice: invoice.id,
    // The page of a session that is not open has no address any more.
    url: null,
  } satisfies Partial<Stripe.Checkout.Session>)
  account.emit('checkout.session.completed', withoutLineItems(session))
}

export function expireCheckout(account: StripeAccount, session: Stripe.Checkout.Session): void {
  if (session.status !== 'open') return
  Object.assign(session, {
    status: 'expired',
    url: null,
  } satisfies Partial<Stripe.Checkout.Session>)
  account.emit('checkout.session.expired', withoutLineItems(session))
}

/** Expires the session when its time is over. */
export function planExpiry(account: StripeAccount, session: Stripe.Checkout.Session): void {
  account.world.clock.at(new Date(session.expires_at * 1000), () =>
    expireCheckout(account, session),
  )
}

/** `null` if the session has none yet; a deleted one cannot buy. */
export function findBuyer(
  account: StripeAccount,
  { customer }: Stripe.Checkout.Session,
): Stripe.Customer | null {
  return customer === null ? null : (account.customers.get(idOf(customer)) ?? null)
}

function createBuyer(account: StripeAccount, session: Stripe.Checkout.Session): Stripe.Customer {
  const customer = makeCustomer(account, {
    email: session.customer_email,
    name: null,
    description: null,
    phone: null,
    metadata: {},
  })
  account.customers.set(customer.id, customer)
  account.emit('customer.created', customer)
  return customer
}

function withoutLineItems(session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { line_items: _, ...rest } = session
  return rest
}
