import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import { toRefusal } from './to-refusal.ts'

export type CheckoutReturn =
  | { readonly kind: 'canceled' }
  | { readonly kind: 'paid'; readonly sessionId: string | null }

/** What the query says with which the browser returns from the checkout page. */
export function readCheckoutReturn(query: URLSearchParams): CheckoutReturn | null {
  if (query.get('success') === 'true')
    return { kind: 'paid', sessionId: query.get('session_id') || null }
  return query.get('canceled') === 'true' ? { kind: 'canceled' } : null
}

type Reply = {
  readonly isActive: boolean
  readonly purchase: { readonly plan: SubscriptionInterval } | null
}

type Confirmation =
  | { readonly kind: 'active' }
  /** The payment provider has not confirmed the payment yet, or we could not ask. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly message: string }

/** After a payment the provider usually confirms it at once, sometimes within seconds. */
const pausesMs = [1_000, 2_000, 4_000]

/** Asks for the result of a checkout until the subscription is active, a few times at most. */
export async function confirmCheckout({
  finish,
  pause,
  onPurchase,
}: {
  finish: () => Promise<Reply>
  pause: (ms: number) => Promise<void>
  onPurchase: (plan: SubscriptionInterval) => void
}): Promise<Confirmation> {
  for (const nextPauseMs of [...pausesMs, null]) {
    try {
      const { isActive, purchase } = await finish()
      if (purchase) onPurchase(purchase.plan)
      if (isActive) return { kind: 'active' }
    } catch (error) {
      const message = toRefusal(error)
      if (message !== undefined) return { kind: 'refused', message }
    }
    if (nextPauseMs !== null) await pause(nextPauseMs)
  }
  return { kind: 'waiting' }
}
