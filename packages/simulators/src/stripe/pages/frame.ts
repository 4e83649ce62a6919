import { escapeHtml, page } from '../../page.ts'

/** The frame of all pages that Stripe hosts. */
export function stripePage(title: string, body: string, status = 200): Response {
  return page(title, `<div class="stripe">${host}${body}</div>`, status)
}

const host =
  '<p class="login-host"><span class="stripe-mark" aria-hidden="true">S</span>Stripe, simulated</p>'

/** A page with a message and at most one link. */
export function messagePage({
  title,
  text,
  link,
  status = 200,
}: {
  readonly title: string
  readonly text: string
  readonly link?: { readonly href: string; readonly label: string } | null
  readonly status?: number
}): Response {
  const button = link
    ? `<p><a class="stripe-button" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`
    : ''
  return stripePage(
    title,
    `<h1>${escapeHtml(title)}</h1><p role="status">${escapeHtml(text)}</p>${button}`,
    status,
  )
}

export function notFoundPage(): Response {
  const text = 'This link is invalid. Check that you copied all of it.'
  return messagePage({ title: 'Page not found', text, status: 404 })
}

/** Says that a form has worked. It gets the focus, so that a screen reader reads it first. */
export function successMessage(text: string): string {
  return `<p class="stripe-done" role="status" tabindex="-1" autofocus>${escapeHtml(text)}</p>`
}

/** After a form was handled, so that a reload does not repeat it. */
export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } })
}

export function formatMoney(cents: number): string {
  const amount = `$${(Math.abs(cents) / 100).toFixed(2)}`
  return cents < 0 ? `−${amount}` : amount
}

export function formatDate(seconds: number): string {
  return dates.format(seconds * 1000)
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
