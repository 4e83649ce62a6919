import { escapeHtml } from '../page.ts'
import { readHeaders } from '../world/message/mime.ts'
import type { SentMessage } from '../world/record.ts'
import type { World } from '../world/world.ts'
import { href, linkToSentMessage, root } from './links.ts'
import { showContent } from './message-content.ts'
import { shorten, subjectOf, time } from './message-row.ts'
import { replyForms } from './sender-reply.ts'

const maxShown = 50

/** The newest messages sent from all mailboxes, newest first. */
export function listSentMessages({ record }: World): string {
  const rows = record.sends.map(
    (sent, index) => `<li>
      <a ${href(linkToSentMessage(index))}>${subjectOf(readHeaders(sent.raw))}</a>
      ${facts(sent)}
    </li>`,
  )
  if (rows.length === 0) return '<p>Nothing has been sent yet.</p>'
  return `<ul>${rows.slice(-maxShown).toReversed().join('')}</ul>`
}

export function showSentMessage(sent: SentMessage, index: number): string {
  return `<p><a href="${root}">← All mailboxes</a></p>
    <h1>${subjectOf(readHeaders(sent.raw))}</h1>
    <p class="world-state">${facts(sent)}</p>
    ${replyForms(sent, index)}
    ${showContent(sent.raw)}`
}

function facts({ mailbox, recipients, at }: SentMessage): string {
  const to = shorten(recipients.join(', '), 300)
  return `<small>${escapeHtml(mailbox)} to ${escapeHtml(to)}</small> ${time(at)}`
}
