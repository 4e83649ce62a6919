import { loadCurrentUser } from '@doorman/contract/auth'
import { finishCheckout } from '@doorman/contract/subscriptions'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../lib/api/call.ts'
import { refetch, refetchEverything } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { billingText } from './billing-text.ts'
import { confirmCheckout, readCheckoutReturn, type CheckoutReturn } from './confirm-checkout.ts'
import { trackPurchase } from './track-purchase.ts'

export type CheckoutState = 'none' | 'confirming' | 'waiting'

/**
 * When the browser returns from the checkout page: finishes the checkout, tells the user how it
 * went and clears the query. `waiting`: the payment is still not confirmed after some attempts.
 */
export function useCheckoutReturn(): CheckoutState {
  const [query, setQuery] = useSearchParams()
  const [isWaiting, setWaiting] = useState(false)
  const returned = query.toString()

  // Synchronises with the address, which says how the checkout went.
  useEffect(() => {
    const checkout = readCheckoutReturn(new URLSearchParams(returned))
    if (checkout === null) return
    let hasLeft = false
    void handleOnce(returned, checkout).then((isStillWaiting) => {
      if (hasLeft) return
      setWaiting(isStillWaiting)
      setQuery({}, { replace: true, preventScrollReset: true })
    })
    return () => {
      hasLeft = true
    }
  }, [returned, setQuery])

  if (readCheckoutReturn(query)?.kind === 'paid') return 'confirming'
  return isWaiting ? 'waiting' : 'none'
}

/** Each return is handled once per document, although React's strict mode runs effects twice. */
const handled = new Map<string, Promise<boolean>>()

function handleOnce(returned: string, checkout: CheckoutReturn): Promise<boolean> {
  const handling = handled.get(returned) ?? handle(checkout)
  handled.set(returned, handling)
  return handling
}

/** Resolves to whether the payment is still not confirmed. */
async function handle(checkout: CheckoutReturn): Promise<boolean> {
  if (checkout.kind === 'canceled') {
    toast.failed(billingText.checkoutCanceled.title, billingText.checkoutCanceled.description)
    return false
  }
  const result = await confirm(checkout.sessionId)
  // Before the toast: the page must not offer a plan that was just paid for.
  await Promise.all([refetchEverything(), refetch(loadCurrentUser)])
  if (result.kind === 'active') toast.done(billingText.subscriptionActivated)
  if (result.kind === 'refused') toast.failed(text.somethingWrong.title, result.message)
  return result.kind === 'waiting'
}

/** Without a session there is nothing to ask for; the refetched plan shows the result. */
async function confirm(sessionId: string | null) {
  if (sessionId === null) return { kind: 'active' } as const
  return confirmCheckout({
    finish: () => call(finishCheckout, { sessionId }),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onPurchase: trackPurchase,
  })
}
