import type { StripeAccount } from './account.ts'
import { planExpiry } from './billing/checkout.ts'
import { planNextStep } from './billing/life-cycle.ts'

/** What customers, their subscriptions and payments consist of. The catalog is configured. */
const parts = [
  'customers',
  'deletedCustomers',
  'checkoutSessions',
  'subscriptionData',
  'subscriptions',
  'invoices',
  'paymentMethods',
] as const satisfies readonly (keyof StripeAccount)[]

/** The objects of an account by id, as JSON. */
export type StripeSnapshot = { readonly [Part in (typeof parts)[number]]: object }

export function takeSnapshot(account: StripeAccount): StripeSnapshot {
  const take = (part: (typeof parts)[number]) => Object.fromEntries(account[part])
  const snapshot = Object.fromEntries(parts.map((part) => [part, take(part)])) as StripeSnapshot
  return structuredClone(snapshot)
}

/** Puts the objects of a snapshot into a new account, and plans renewals and expiries again. */
export function restoreSnapshot(account: StripeAccount, snapshot: StripeSnapshot): void {
  for (const part of parts) {
    const objects = account[part] as Map<string, object>
    for (const [id, object] of Object.entries(snapshot[part] ?? {})) objects.set(id, object)
  }
  for (const subscription of account.subscriptions.values()) planNextStep(account, subscription)
  for (const session of account.checkoutSessions.values()) planExpiry(account, session)
}
