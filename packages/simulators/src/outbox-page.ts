import { escapeHtml, page } from './page.ts'
import type { SmtpSink, ReceivedEmail } from './smtp-sink.ts'

/**
 * The emails that the product has sent: `/dev/outbox` lists them, `?id=` shows one, and
 * `?id=&part=html` is its HTML alone.
 */
export function outboxPage(sink: SmtpSink): (request: Request) => Promise<Response> {
  return async (request) => {
    const query = new URL(request.url).searchParams
    const id = query.get('id')
    if (id === null) return page('Outbox', list(sink))
    const email = sink.emails.find((candidate) => String(candidate.id) === id)
    if (!email) return page('Outbox', `${back}<h1>This email is no longer here</h1>`, 404)
    return query.get('part') === 'html' ? showHtml(email) : show(email)
  }
}

const back = '<p><a href="/dev/outbox">← Outbox</a></p>'

function list({ emails, distinct }: SmtpSink): string {
  const about = 'Emails that Doorman sends to its users, newest first.'
  const rows = emails.map((email) => {
    const note = distinct.includes(email) ? '' : '<small>received again</small>'
    return `<li><a href="/dev/outbox?id=${email.id}">${subjectOf(email)}</a>${facts(email)}${note}</li>`
  })
  return `<h1>Outbox</h1><p>${about}</p>
    ${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>Nothing has been sent yet.</p>'}`
}

/** What a reader may do in an email: follow its links, in a new tab. Nothing in it can run. */
const sandbox =
  'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

function show(email: ReceivedEmail): Response {
  const source = `/dev/outbox?id=${email.id}&amp;part=html`
  const html = email.content.html
    ? `<h2>HTML</h2><iframe class="outbox-html" title="The email as HTML" sandbox="${sandbox}" src="${source}"></iframe>
      <p><a href="${source}">Open it alone</a></p>`
    : ''
  const shown = page(
    email.content.subject ?? 'No subject',
    `${back}<h1>${subjectOf(email)}</h1><p>${facts(email)}</p>${headers(email)}${html}
    <h2>Plain text</h2><pre>${linkify(escapeHtml(email.content.text?.trim() ?? ''))}</pre>`,
  )
  // The product's policy for pages allows no frames of our own.
  shown.headers.set(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  return shown
}

/** The styles of an email are inline, so this one response may have them. */
function showHtml({ content }: ReceivedEmail): Response {
  return new Response(content.html ?? '', {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox ${sandbox}`,
      'x-frame-options': 'SAMEORIGIN',
    },
  })
}

const shownHeaders = [
  'From',
  'To',
  'Reply-To',
  'Message-ID',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]

function headers({ content }: ReceivedEmail): string {
  const rows = shownHeaders.flatMap((name) =>
    content.headers
      .filter(({ key }) => key === name.toLowerCase())
      .map(({ value }) => `<tr><th scope="row">${name}</th><td>${escapeHtml(value)}</td></tr>`),
  )
  return `<table class="world-headers">${rows.join('')}</table>`
}

function subjectOf({ content }: ReceivedEmail): string {
  return escapeHtml(content.subject ?? 'No subject')
}

function facts({ recipients, receivedAt }: ReceivedEmail): string {
  const at = receivedAt.toISOString()
  return `<small>to ${escapeHtml(recipients.join(', '))}</small>
    <time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** Expects escaped text, so that the links cannot contain markup. */
function linkify(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>')
}
