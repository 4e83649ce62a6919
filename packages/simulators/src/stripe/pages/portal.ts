import type Stripe from 'stripe'
import { idOf, type StripeAccount } from '../account.ts'
import { hasEnded } from '../billing/settling.ts'
import { amountOf, intervalOf } from '../objects/catalog.ts'
import { itemOf } from '../objects/subscription.ts'
import { formatMoney, messagePage, notFoundPage } from './frame.ts'

const hourInSeconds = 60 * 60

/** An open portal, for the customer it was made for. */
export type Portal = {
  readonly account: StripeAccount
  readonly session: Stripe.BillingPortal.Session
  readonly customer: Stripe.Customer
  /** The customer's subscriptions that have not ended, newest first. */
  readonly subscriptions: readonly Stripe.Subscription[]
}

/** The page to show instead if the portal is closed. */
export function openPortal(account: StripeAccount, id: string): Portal | Response {
  const session = account.portalSessions.get(id)
  if (!session) return notFoundPage()
  const customer = account.customers.get(session.customer)
  if (!customer || account.now() >= session.created + hourInSeconds)
    return messagePage({
      title: 'This link has expired',
      text: `Open your billing again from ${account.settings.name}.`,
      link: session.return_url === null ? null : { href: session.return_url, label: 'Return' },
    })
  const subscriptions = [...account.subscriptions.values()]
    .filter((one) => idOf(one.customer) === customer.id && !hasEnded(one))
    .toReversed()
  return { account, session, customer, subscriptions }
}

/** The price to switch to; `null` if the subscription cannot be switched now. */
export function findOtherPrice(
  account: StripeAccount,
  subscription: Stripe.Subscription,
): Stripe.Price | null {
  const { price } = itemOf(subscription)
  const isRunning = subscription.status === 'active' || subscription.status === 'trialing'
  if (!isRunning || subscription.cancel_at !== null) return null
  const others = [...account.prices.values()].filter(
    (other) => other.active && intervalOf(other) !== intervalOf(price),
  )
  return others[0] ?? null
}

export function describeInterval(price: Stripe.Price): string {
  return intervalOf(price) === 'year' ? 'yearly' : 'monthly'
}

export function describePrice(price: Stripe.Price): string {
  return `${formatMoney(amountOf(price))} per ${intervalOf(price)}`
}
