import { decodeWords } from 'postal-mime'
import { escapeHtml } from '../page.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../world/mailbox/stored-message.ts'
import type { MessageHeaders } from '../world/message/mime.ts'
import { toFolderName } from './folder-counts.ts'
import { href, linkToMessage } from './links.ts'

/** One message in a list: subject, sender and recipients, state, and time. */
export function messageRow(store: MailStore, message: StoredMessage): string {
  return `<li${message.isRead ? ' class="world-read"' : ''}>
    <a ${href(linkToMessage(store.address, message.id))}>${subjectOf(message.headers)}</a>
    <small>${senderAndRecipients(message.headers)}</small>
    <span class="world-facts">${stateChips(store, message)} ${time(message.receivedAt)}</span>
  </li>`
}

export function subjectOf(headers: MessageHeaders): string {
  return escapeHtml(shorten(headers.findText('subject') ?? '', 300) || 'No subject')
}

export function senderAndRecipients(headers: MessageHeaders): string {
  const to = [...headers.addresses('to'), ...headers.addresses('cc')].map(({ address }) => address)
  const shown = to.length > 3 ? [...to.slice(0, 3), `${to.length - 3} more`] : to
  const recipients = shown.map((address) => shorten(address, 100)).join(', ')
  return `${escapeHtml(shorten(senderOf(headers), 200))} to ${escapeHtml(recipients || 'no recipients')}`
}

/** Whether the message is unread, its folders and its marks. */
export function stateChips(store: MailStore, { folders, marks, isRead }: StoredMessage): string {
  const names = [...[...folders].map((folder) => toFolderName(store, folder)), ...marks]
  return [...(isRead ? [] : ['Unread']), ...names]
    .map((name) => `<span class="world-chip">${escapeHtml(shorten(name, 100))}</span>`)
    .join(' ')
}

export function time(at: Date): string {
  const text = at.toISOString()
  return `<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`
}

export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

function senderOf(headers: MessageHeaders): string {
  const [sender] = headers.addresses('from')
  if (!sender) return headers.findText('from') ?? 'Unknown sender'
  return sender.name === '' ? sender.address : `${decodeWords(sender.name)} <${sender.address}>`
}
