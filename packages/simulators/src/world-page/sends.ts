import { escape } from '../page.ts'
import { readHeaders } from '../world/mime.ts'
import type { Sending } from '../world/record.ts'
import type { World } from '../world/world.ts'
import { answerForms } from './answers.ts'
import { href, linkToSend, root } from './links.ts'
import { showContent } from './mail-content.ts'
import { shorten, subjectOf, time } from './mail-row.ts'

const shown = 50

/** The newest sends of all mailboxes, newest first. */
export function listSends({ record }: World): string {
  const rows = record.sends.map(
    (sending, index) => `<li>
      <a ${href(linkToSend(index))}>${subjectOf(readHeaders(sending.raw))}</a>
      ${facts(sending)}
    </li>`,
  )
  if (rows.length === 0) return '<p>Nothing has been sent yet.</p>'
  return `<ul>${rows.slice(-shown).toReversed().join('')}</ul>`
}

export function showSend(sending: Sending, index: number): string {
  return `<p><a href="${root}">← World</a></p>
    <h1>${subjectOf(readHeaders(sending.raw))}</h1>
    <p class="world-standing">${facts(sending)}</p>
    ${answerForms(sending, index)}
    ${showContent(sending.raw)}`
}

function facts({ mailbox, recipients, at }: Sending): string {
  const to = shorten(recipients.join(', '), 300)
  return `<small>${escape(mailbox)} to ${escape(to)}</small> ${time(at)}`
}
