import { decodeWords } from 'postal-mime'
import { escape } from '../page.ts'
import type { MailStore, StoredMail } from '../world/mail-store.ts'
import type { MailHeaders } from '../world/mime.ts'
import { href, linkToMail } from './links.ts'
import { toPlaceName } from './places.ts'

/** One mail in a list: what, who to whom, when, and how it stands. */
export function mailRow(store: MailStore, mail: StoredMail): string {
  return `<li${mail.isRead ? ' class="world-read"' : ''}>
    <a ${href(linkToMail(store.address, mail.id))}>${subjectOf(mail.headers)}</a>
    <small>${whoToWhom(mail.headers)}</small>
    <span class="world-facts">${standing(store, mail)} ${time(mail.receivedAt)}</span>
  </li>`
}

export function subjectOf(headers: MailHeaders): string {
  return escape(shorten(headers.findText('subject') ?? '', 300) || 'No subject')
}

export function whoToWhom(headers: MailHeaders): string {
  const to = [...headers.addresses('to'), ...headers.addresses('cc')].map(({ address }) => address)
  const shown = to.length > 3 ? [...to.slice(0, 3), `${to.length - 3} more`] : to
  const recipients = shown.map((address) => shorten(address, 100)).join(', ')
  return `${escape(shorten(senderOf(headers), 200))} to ${escape(recipients || 'nobody')}`
}

/** Where it lies, what hangs on it, and whether it was read. */
export function standing(store: MailStore, { places, marks, isRead }: StoredMail): string {
  const names = [...[...places].map((place) => toPlaceName(store, place)), ...marks]
  return [...(isRead ? [] : ['Unread']), ...names]
    .map((name) => `<span class="world-chip">${escape(shorten(name, 100))}</span>`)
    .join(' ')
}

export function time(at: Date): string {
  const text = at.toISOString()
  return `<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`
}

export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

function senderOf(headers: MailHeaders): string {
  const [sender] = headers.addresses('from')
  if (!sender) return headers.findText('from') ?? 'Nobody'
  return sender.name === '' ? sender.address : `${decodeWords(sender.name)} <${sender.address}>`
}
