import type Stripe from 'stripe'
import type { StripeAccount } from '../account.ts'
import { cancelAtPeriodEnd } from '../billing/cancelling.ts'
import { attachCard } from '../billing/subscribing.ts'
import { switchPrice, toSwitchCost } from '../billing/switching.ts'
import { findTestCardByLast4 } from '../billing/test-cards.ts'
import { readCard } from './card-form.ts'
import { redirect } from './frame.ts'
import { pay } from './pay.ts'
import { findOtherPrice, openPortal, type Portal } from './portal.ts'
import { findSavedCard, useCard } from './saved-card.ts'

/** Handles a form of the portal. Cancelling or resuming twice changes nothing more. */
export function submitPortal(account: StripeAccount, id: string, form: URLSearchParams): Response {
  const portal = openPortal(account, id)
  if (portal instanceof Response) return portal
  const url = `${account.settings.baseUrl}/p/session/${id}`
  const subscription = portal.subscriptions.find((one) => one.id === form.get('subscription'))
  const action = form.get('do')
  if (action === 'card') return redirect(changeCard(portal, form, url))
  if (!subscription) return redirect(url)
  if (action === 'cancel') return redirect(cancel(portal, subscription, url))
  if (action === 'resume') return redirect(resume(portal, subscription, url))
  return redirect(action === 'switch' ? switchPlan(portal, subscription, url) : url)
}

function cancel({ account }: Portal, subscription: Stripe.Subscription, url: string): string {
  if (subscription.cancel_at === null)
    cancelAtPeriodEnd(account, subscription, { isCanceled: true, by: 'portal' })
  return `${url}?done=canceled`
}

function resume({ account }: Portal, subscription: Stripe.Subscription, url: string): string {
  if (subscription.cancel_at !== null)
    cancelAtPeriodEnd(account, subscription, { isCanceled: false, by: 'portal' })
  return `${url}?done=resumed`
}

/** The plan changes only if the payment succeeds. */
function switchPlan(portal: Portal, subscription: Stripe.Subscription, url: string): string {
  const { account, customer } = portal
  const price = findOtherPrice(account, subscription)
  if (price === null) return url
  const onAccepted = () => {
    // During a challenge, the plan may have been switched or canceled in another tab.
    if (findOtherPrice(account, subscription) !== price) return url
    switchPrice(account, subscription, price, 'pays')
    return `${url}?done=switched`
  }
  const onDeclined = (code: string) =>
    `${url}?view=switch&subscription=${subscription.id}&error=${code}`
  if (toSwitchCost(account, subscription, price).due === 0) return onAccepted()
  const card = findTestCardByLast4(findSavedCard(account, customer, subscription)?.last4 ?? '')
  if (card === null) return `${url}?view=card`
  return pay(account, card, { onAccepted, onDeclined })
}

function changeCard(portal: Portal, form: URLSearchParams, url: string): string {
  const { account, customer, subscriptions } = portal
  const card = readCard(form)
  if (card === null || card === 'saved') return `${url}?view=card&error=unknown_card`
  return pay(account, card, {
    onAccepted() {
      useCard(account, customer, subscriptions, attachCard(account, customer, card))
      return `${url}?done=card`
    },
    onDeclined: (code) => `${url}?view=card&error=${code}`,
  })
}
