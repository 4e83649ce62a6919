import type Stripe from 'stripe'
import { idOf, type StripeAccount } from '../account.ts'
import type { SavedCard } from './card-form.ts'

/** The card that the next payment would use. */
export function findSavedCard(
  account: StripeAccount,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription | null,
): SavedCard | null {
  const reference =
    subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method
  return reference === null ? null : (account.paymentMethods.get(idOf(reference))?.card ?? null)
}

/** Makes a card the one that all later payments of the customer use. */
export function useCard(
  account: StripeAccount,
  customer: Stripe.Customer,
  subscriptions: readonly Stripe.Subscription[],
  paymentMethod: Stripe.PaymentMethod,
): void {
  const { id } = paymentMethod
  const settings = { ...customer.invoice_settings, default_payment_method: id }
  account.change(customer, { invoice_settings: settings }, 'customer.updated')
  for (const subscription of subscriptions)
    account.change(subscription, { default_payment_method: id }, 'customer.subscription.updated')
}
