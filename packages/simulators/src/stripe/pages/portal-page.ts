import type Stripe from 'stripe'
import { escapeHtml } from '../../page.ts'
import type { StripeAccount } from '../account.ts'
import { toSwitchCost } from '../billing/switching.ts'
import { itemOf } from '../objects/subscription.ts'
import { cardFields, errorMessage } from './card-form.ts'
import { formatDate, formatMoney, stripePage } from './frame.ts'
import { showOverview } from './portal-overview.ts'
import {
  describeInterval,
  describePrice,
  findOtherPrice,
  openPortal,
  type Portal,
} from './portal.ts'

export function showPortal(account: StripeAccount, id: string, query: URLSearchParams): Response {
  const portal = openPortal(account, id)
  if (portal instanceof Response) return portal
  const subscription = portal.subscriptions.find((one) => one.id === query.get('subscription'))
  const view = query.get('view')
  if (view === 'card') return showCardForm(portal, query)
  if (subscription && view === 'cancel') return confirmCancel(portal, subscription)
  if (subscription && view === 'switch') return confirmSwitch(portal, subscription, query)
  return showOverview(portal, query)
}

function confirmCancel(portal: Portal, subscription: Stripe.Subscription): Response {
  const end = formatDate(itemOf(subscription).current_period_end)
  return confirmPage(portal, subscription, {
    title: 'Cancel your plan?',
    text: `You keep it until ${end}. After that you won’t be charged again.`,
    action: 'cancel',
    label: 'Cancel plan',
  })
}

function confirmSwitch(
  portal: Portal,
  subscription: Stripe.Subscription,
  query: URLSearchParams,
): Response {
  const price = findOtherPrice(portal.account, subscription)
  if (price === null) return showOverview(portal, query)
  const { credit, due } = toSwitchCost(portal.account, subscription, price)
  const isTrial = subscription.status === 'trialing'
  const payment = isTrial
    ? 'You pay nothing until your trial ends.'
    : `You get ${formatMoney(credit)} for the rest of your current plan, so you pay ${formatMoney(due)} today.`
  return confirmPage(portal, subscription, {
    title: `Switch to ${describeInterval(price)}?`,
    text: `Your new plan costs ${describePrice(price)}. ${payment}`,
    action: 'switch',
    label: 'Switch plan',
    error: errorMessage(query),
  })
}

function confirmPage(
  { session }: Portal,
  subscription: Stripe.Subscription,
  page: { title: string; text: string; action: string; label: string; error?: string },
): Response {
  return stripePage(
    page.title,
    `<h1>${escapeHtml(page.title)}</h1>
    ${page.error ?? ''}
    <p>${escapeHtml(page.text)}</p>
    <form method="post">
      <input type="hidden" name="subscription" value="${subscription.id}">
      <p class="login-buttons">
        <button name="do" value="${page.action}" class="login-yes">${escapeHtml(page.label)}</button>
        <a class="stripe-button" href="${session.id}">Go back</a>
      </p>
    </form>`,
  )
}

function showCardForm({ session }: Portal, query: URLSearchParams): Response {
  return stripePage(
    'Change card',
    `<h1>Change card</h1>
    ${errorMessage(query)}
    <form method="post">
      ${cardFields()}
      <p class="login-buttons">
        <button name="do" value="card" class="login-yes">Save card</button>
        <a class="stripe-button" href="${session.id}">Go back</a>
      </p>
    </form>`,
  )
}
