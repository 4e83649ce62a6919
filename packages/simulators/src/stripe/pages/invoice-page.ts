import type Stripe from 'stripe'
import { escapeHtml } from '../../page.ts'
import { idOf, type StripeAccount } from '../account.ts'
import { subscriptionIdOf } from '../billing/invoicing.ts'
import { planNextStep } from '../billing/life-cycle.ts'
import { settle } from '../billing/settling.ts'
import { attachCard } from '../billing/subscribing.ts'
import { findTestCardByLast4 } from '../billing/test-cards.ts'
import { cardFields, errorMessage, readCard } from './card-form.ts'
import {
  formatDate,
  formatMoney,
  notFoundPage,
  redirect,
  stripePage,
  successMessage,
} from './frame.ts'
import { describeStatus } from './invoice-status.ts'
import { pay } from './pay.ts'
import { findSavedCard, useCard } from './saved-card.ts'

export function showInvoice(account: StripeAccount, id: string, query: URLSearchParams): Response {
  const invoice = account.invoices.get(id)
  if (!invoice || invoice.status === 'draft') return notFoundPage()
  const payer = findPayer(account, invoice)
  const portalId = findPortalId(account, query)
  const back = portalId ? `<p><a href="../p/session/${portalId}">← Back to billing</a></p>` : ''
  const isDue = invoice.status === 'open' && payer !== null
  return stripePage(
    `Invoice ${invoice.number ?? ''}`,
    `${back}<h1>Invoice ${escapeHtml(invoice.number ?? '')}</h1>
    ${invoice.status === 'paid' && query.has('paid') ? successMessage('Thank you. Your payment went through.') : ''}
    <dl>
      ${row('From', invoice.account_name ?? '')}
      ${row('To', invoice.customer_name ?? invoice.customer_email ?? '')}
      ${row('Date', formatDate(invoice.created))}
      ${row('Status', describeStatus(invoice))}
    </dl>
    ${linesTable(invoice)}
    ${isDue ? payForm(account, payer, invoice, query) : ''}`,
  )
}

/** Paying twice charges once. */
export function payInvoice(
  account: StripeAccount,
  id: string,
  form: URLSearchParams,
  query: URLSearchParams,
): Response {
  const invoice = account.invoices.get(id)
  if (!invoice || invoice.status === 'draft') return notFoundPage()
  const payer = findPayer(account, invoice)
  const portalId = findPortalId(account, query)
  const url = `${account.settings.baseUrl}/i/${id}?${portalId ? `from=${portalId}&` : ''}`
  if (invoice.status !== 'open' || !payer) return redirect(`${url}paid`)
  const { customer, subscription } = payer
  const chosen = readCard(form)
  const saved = findSavedCard(account, customer, subscription)
  const card = chosen === 'saved' ? findTestCardByLast4(saved?.last4 ?? '') : chosen
  if (card === null) return redirect(`${url}error=unknown_card`)
  const location = pay(account, card, {
    onAccepted() {
      if (invoice.status !== 'open') return `${url}paid`
      if (chosen !== 'saved')
        useCard(account, customer, [subscription], attachCard(account, customer, card))
      settle(account, { subscription, invoice, outcome: 'pays', isAutomatic: false })
      planNextStep(account, subscription)
      return `${url}paid`
    },
    onDeclined(code) {
      if (invoice.status !== 'open') return `${url}paid`
      settle(account, { subscription, invoice, outcome: code, isAutomatic: false })
      return `${url}error=${code}`
    },
  })
  return redirect(location)
}

/** The portal that the visitor came from. */
function findPortalId(account: StripeAccount, query: URLSearchParams): string | null {
  return account.portalSessions.get(query.get('from') ?? '')?.id ?? null
}

type Payer = { readonly customer: Stripe.Customer; readonly subscription: Stripe.Subscription }

/** `null` if the customer was deleted. */
function findPayer(account: StripeAccount, invoice: Stripe.Invoice): Payer | null {
  const customer = account.customers.get(invoice.customer === null ? '' : idOf(invoice.customer))
  const subscription = account.subscriptions.get(subscriptionIdOf(invoice) ?? '')
  return customer && subscription ? { customer, subscription } : null
}

function payForm(
  account: StripeAccount,
  { customer, subscription }: Payer,
  invoice: Stripe.Invoice,
  query: URLSearchParams,
): string {
  return `${errorMessage(query)}
    <form method="post">
      ${cardFields(findSavedCard(account, customer, subscription))}
      <p class="login-buttons"><button class="login-yes">Pay ${formatMoney(invoice.amount_due)}</button></p>
    </form>`
}

function linesTable(invoice: Stripe.Invoice): string {
  const lines = invoice.lines.data.map(
    ({ description, period, amount }) => `<tr>
      <td>${escapeHtml(description ?? '')} <small>${formatDate(period.start)} to ${formatDate(period.end)}</small></td>
      <td>${formatMoney(amount)}</td></tr>`,
  )
  const credit = invoice.amount_due - invoice.total
  const creditRow = credit === 0 ? '' : totalRow('Balance', credit)
  return `<table class="stripe-lines">
    <thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead>
    <tbody>${lines.join('')}</tbody>
    <tfoot>${totalRow('Total', invoice.total)}${creditRow}${totalRow(invoice.status === 'paid' ? 'Amount paid' : 'Amount due', invoice.amount_due)}</tfoot>
  </table>`
}

function totalRow(label: string, cents: number): string {
  return `<tr><th scope="row">${label}</th><td>${formatMoney(cents)}</td></tr>`
}

function row(label: string, value: string): string {
  return `<div><dt>${label}</dt><dd>${escapeHtml(value)}</dd></div>`
}
