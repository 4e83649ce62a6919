import { escapeHtml, page } from './page.ts'
import type { SmtpSink, ReceivedEmail } from './smtp-sink.ts'

/** The emails that the product has sent: `/dev/outbox` lists them, `?id=` shows one. */
export function outboxPage(sink: SmtpSink): (request: Request) => Promise<Response> {
  return async (request) => {
    const id = new URL(request.url).searchParams.get('id')
    if (id === null) return page('Outbox', list(sink.emails))
    const email = sink.emails.find((candidate) => String(candidate.id) === id)
    return email
      ? page(subjectOf(email), show(email))
      : page('Outbox', `${back}<h1>This email is no longer here</h1>`, 404)
  }
}

const back = '<p><a href="/dev/outbox">← Outbox</a></p>'

function list(emails: readonly ReceivedEmail[]): string {
  const about = 'Emails that Doorman sends to its users, newest first.'
  const rows = emails.map(
    (email) =>
      `<li><a href="/dev/outbox?id=${email.id}">${subjectOf(email)}</a>${facts(email)}</li>`,
  )
  return `<h1>Outbox</h1><p>${about}</p>
    ${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>Nothing has been sent yet.</p>'}`
}

function show(email: ReceivedEmail): string {
  return `${back}<h1>${subjectOf(email)}</h1><p>${facts(email)}</p>
    <pre>${linkify(escapeHtml(email.content.text?.trim() ?? ''))}</pre>`
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
