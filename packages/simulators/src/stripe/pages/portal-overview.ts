import type Stripe from 'stripe'
import { escapeHtml } from '../../page.ts'
import { idOf, type StripeAccount } from '../account.ts'
import { itemOf } from '../objects/subscription.ts'
import { describeCard } from './card-form.ts'
import { formatDate, formatMoney, stripePage, successMessage } from './frame.ts'
import { describeStatus } from './invoice-status.ts'
import { describeInterval, describePrice, findOtherPrice, type Portal } from './portal.ts'
import { findSavedCard } from './saved-card.ts'

const messages: Readonly<Record<string, string>> = {
  canceled: 'Your plan is canceled. You keep it until the end of the period.',
  resumed: 'Your plan continues.',
  switched: 'Your plan has changed.',
  card: 'Your card has changed.',
}

export function showOverview(
  { account, session, customer, subscriptions }: Portal,
  query: URLSearchParams,
) {
  const { name } = account.settings
  const done = messages[query.get('done') ?? '']
  const card = findSavedCard(account, customer, subscriptions[0] ?? null)
  const invoices = [...account.invoices.values()]
    .filter((invoice) => invoice.customer === customer.id && invoice.status !== 'draft')
    .toReversed()
  const plans = subscriptions.map((subscription) => planSection(account, subscription))
  return stripePage(
    `${name} billing`,
    `${session.return_url === null ? '' : `<p><a href="${escapeHtml(session.return_url)}">← Return to ${escapeHtml(name)}</a></p>`}
    <h1>${escapeHtml(name)} billing</h1>
    <p><small>${escapeHtml(customer.email ?? '')}</small></p>
    ${done === undefined ? '' : successMessage(done)}
    <h2>Current plan</h2>
    ${plans.length === 0 ? '<p>You don’t have a plan.</p>' : plans.join('')}
    <h2>Payment method</h2>
    <p>${card ? escapeHtml(describeCard(card)) : 'You have no card here yet.'}</p>
    <p><a class="stripe-button" href="?view=card">${card ? 'Change card' : 'Add card'}</a></p>
    <h2>Invoices</h2>
    ${invoices.length === 0 ? '<p>There are no invoices yet.</p>' : `<ul>${invoices.map((invoice) => invoiceRow(invoice, session.id)).join('')}</ul>`}`,
  )
}

function planSection(account: StripeAccount, subscription: Stripe.Subscription): string {
  const { price } = itemOf(subscription)
  const product = account.products.get(idOf(price.product))?.name ?? ''
  const isCanceled = subscription.cancel_at !== null
  const other = findOtherPrice(account, subscription)
  const link = (view: string, label: string) =>
    `<a class="stripe-button" href="?view=${view}&amp;subscription=${subscription.id}">${label}</a>`
  const buttons = isCanceled
    ? `<form method="post"><input type="hidden" name="subscription" value="${subscription.id}">
        <button name="do" value="resume" class="login-yes">Don’t cancel</button></form>`
    : `${other ? link('switch', `Switch to ${describeInterval(other)}`) : ''}${link('cancel', 'Cancel plan')}`
  return `<section aria-label="${escapeHtml(product)}">
    <p class="stripe-price">${escapeHtml(product)} <strong>${describePrice(price)}</strong></p>
    <p>${escapeHtml(describeState(account, subscription))}</p>
    <div class="stripe-actions">${buttons}</div>
  </section>`
}

function describeState(account: StripeAccount, subscription: Stripe.Subscription): string {
  const { status, cancel_at: cancelAt, latest_invoice: latest } = subscription
  if (cancelAt !== null) return `Canceled. Ends on ${formatDate(cancelAt)}.`
  const end = formatDate(itemOf(subscription).current_period_end)
  if (status === 'trialing') return `Free trial until ${end}.`
  if (status === 'paused') return 'Paused.'
  if (status === 'active') return `Renews on ${end}.`
  const next = account.invoices.get(latest === null ? '' : idOf(latest))?.next_payment_attempt
  const retry = next ? ` The next attempt is on ${formatDate(next)}.` : ''
  return `The last payment failed. Change your card, or pay the open invoice below.${retry}`
}

function invoiceRow(invoice: Stripe.Invoice, sessionId: string): string {
  const label = invoice.status === 'open' ? 'Open: pay now' : describeStatus(invoice)
  return `<li><a href="../../i/${invoice.id}?from=${sessionId}">${formatDate(invoice.created)}</a>
    <span>${formatMoney(invoice.total)}</span><small>${escapeHtml(label)}</small></li>`
}
