import { escape, page } from './page.ts'
import type { SmtpSink, SunkMail } from './smtp-sink.ts'

/** What the product has mailed, to read in a browser: `/dev/outbox`, and one mail by `?id=`. */
export function outboxPage(sink: SmtpSink): (request: Request) => Promise<Response> {
  return async (request) => {
    const id = new URL(request.url).searchParams.get('id')
    if (id === null) return page('Outbox', list(sink.mails))
    const mail = sink.mails.find((candidate) => String(candidate.id) === id)
    return mail
      ? page(subjectOf(mail), show(mail))
      : page('Outbox', `${back}<h1>This mail is no longer here</h1>`, 404)
  }
}

const back = '<p><a href="/dev/outbox">← Outbox</a></p>'

function list(mails: readonly SunkMail[]): string {
  const about = 'Mail that Doorman writes to its users, newest first.'
  const rows = mails.map(
    (mail) => `<li><a href="/dev/outbox?id=${mail.id}">${subjectOf(mail)}</a>${facts(mail)}</li>`,
  )
  return `<h1>Outbox</h1><p>${about}</p>
    ${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>Nothing has been sent yet.</p>'}`
}

function show(mail: SunkMail): string {
  return `${back}<h1>${subjectOf(mail)}</h1><p>${facts(mail)}</p>
    <pre>${linkify(escape(mail.email.text?.trim() ?? ''))}</pre>`
}

function subjectOf({ email }: SunkMail): string {
  return escape(email.subject ?? 'No subject')
}

function facts({ recipients, receivedAt }: SunkMail): string {
  const at = receivedAt.toISOString()
  return `<small>to ${escape(recipients.join(', '))}</small>
    <time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** Takes escaped text: the links it makes cannot carry markup. */
function linkify(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>')
}
