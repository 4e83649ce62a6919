import type Stripe from 'stripe'
import { escapeHtml } from '../../page.ts'
import type { StripeAccount } from '../account.ts'
import { completeCheckout, findBuyer } from '../billing/checkout.ts'
import { amountOf, intervalOf } from '../objects/catalog.ts'
import { priceOf } from '../objects/checkout-session.ts'
import { cardFields, errorMessage, readCard } from './card-form.ts'
import { formatMoney, messagePage, notFoundPage, redirect, stripePage } from './frame.ts'
import { pay } from './pay.ts'

export function showCheckout(account: StripeAccount, id: string, query: URLSearchParams): Response {
  const session = account.checkoutSessions.get(id)
  if (!session) return notFoundPage()
  if (!isPayable(account, session)) return closedPage(account, session)
  const { name } = account.settings
  const price = priceOf(session)
  const product = session.line_items?.data[0]?.description ?? ''
  const email = findBuyer(account, session)?.email ?? session.customer_email ?? ''
  return stripePage(
    `Subscribe to ${product}`,
    `${session.cancel_url === null ? '' : `<p><a href="${escapeHtml(session.cancel_url)}">← Back to ${escapeHtml(name)}</a></p>`}
    <h1>Subscribe to ${escapeHtml(product)}</h1>
    <p class="stripe-price"><strong>${formatMoney(amountOf(price))}</strong> per ${intervalOf(price)}</p>
    <dl>
      <div><dt>Email</dt><dd>${escapeHtml(email)}</dd></div>
      <div><dt>Due today</dt><dd>${formatMoney(amountOf(price))}</dd></div>
    </dl>
    ${errorMessage(query)}
    <form method="post">
      ${cardFields()}
      <p class="login-buttons"><button class="login-yes">Subscribe</button></p>
    </form>
    <p><small>${escapeHtml(name)} charges your card every ${intervalOf(price)} until you cancel.</small></p>`,
  )
}

/** A second submission of the form charges nothing: it leads to where the first one led. */
export function submitCheckout(
  account: StripeAccount,
  id: string,
  form: URLSearchParams,
): Response {
  const session = account.checkoutSessions.get(id)
  if (!session) return notFoundPage()
  if (session.status === 'complete') return redirect(toSuccessUrl(session))
  if (!isPayable(account, session)) return closedPage(account, session)
  const pageUrl = `${account.settings.baseUrl}/c/pay/${id}`
  const card = readCard(form)
  if (card === null || card === 'saved') return redirect(`${pageUrl}?error=unknown_card`)
  const location = pay(account, card, {
    onAccepted() {
      // The session may have expired or been paid in another tab during a challenge.
      if (!isPayable(account, session))
        return session.status === 'complete' ? toSuccessUrl(session) : pageUrl
      completeCheckout(account, session, card)
      return toSuccessUrl(session)
    },
    onDeclined: (code) => `${pageUrl}?error=${code}`,
  })
  return redirect(location)
}

/** A session whose customer was deleted cannot be paid. */
function isPayable(account: StripeAccount, session: Stripe.Checkout.Session): boolean {
  const hasBuyer = session.customer === null || findBuyer(account, session) !== null
  return session.status === 'open' && hasBuyer
}

function closedPage(account: StripeAccount, session: Stripe.Checkout.Session): Response {
  const { name } = account.settings
  if (session.status === 'complete')
    return messagePage({
      title: 'You’re all set',
      text: 'This subscription is paid for. You won’t be charged again for it here.',
      link: { href: toSuccessUrl(session), label: `Continue to ${name}` },
    })
  return messagePage({
    title: 'This checkout has expired',
    text: 'Nothing was charged. Start again to subscribe.',
    link:
      session.cancel_url === null ? null : { href: session.cancel_url, label: `Back to ${name}` },
  })
}

function toSuccessUrl({ id, success_url: url }: Stripe.Checkout.Session): string {
  return (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)
}
