import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { toDateHeader } from '../../world/message/compose.ts'
import {
  prependHeaders,
  readHeaders,
  removeHeader,
  type Header,
  type MessageHeaders,
} from '../../world/message/mime.ts'
import { toRecipients } from '../../world/world.ts'
import { invalidArgument, notFound, notSimulated } from './gmail-error.ts'
import type { GmailState } from './gmail-state.ts'
import { maySendAs } from './send-as.ts'

/** Sends a message from the mailbox and stores it with the label SENT. */
export function sendMessage(
  gmail: GmailState,
  store: MailStore,
  raw: Uint8Array,
  threadId: string,
): StoredMessage {
  const headers = readHeaders(raw)
  const recipients = [...toRecipients(headers)]
  if (recipients.length === 0) throw invalidArgument('Recipient address required')
  requireOwnSender(gmail, store, headers)
  gmail.sendingLimit.count(store)
  const completed = addMissingHeaders(gmail, store, raw)
  const isToSelf = recipients.some((recipient) => store.owns(recipient))
  gmail.world.send(store, completed)
  return store.add({
    raw: completed,
    threadId,
    folders: isToSelf ? ['sent', 'inbox'] : ['sent'],
    isRead: !isToSelf,
  })
}

/**
 * A sent message joins the given thread only if it refers to one of its messages
 * and has the same subject
 * (https://developers.google.com/workspace/gmail/api/guides/threads). For an
 * unknown thread this simulator responds 404; what Gmail does is not documented.
 */
export function chooseThread(
  gmail: GmailState,
  store: MailStore,
  raw: Uint8Array,
  threadId: unknown,
): string {
  if (typeof threadId === 'string' && threadId !== '') {
    if (!store.hasThread(threadId)) throw notFound()
    if (store.continuesThread(threadId, readHeaders(raw))) return threadId
  }
  return gmail.world.random.hex(16)
}

/** Where Gmail would replace the sender, the simulator refuses, since the caller has a bug. */
function requireOwnSender(gmail: GmailState, store: MailStore, headers: MessageHeaders): void {
  const foreign = headers.addresses('from').find(({ address }) => !maySendAs(gmail, store, address))
  if (foreign)
    throw notSimulated(`sending from ${foreign.address}, which does not belong to this mailbox`)
}

function addMissingHeaders(gmail: GmailState, store: MailStore, raw: Uint8Array): Uint8Array {
  const headers = readHeaders(raw)
  const given = headers.find('message-id')
  const added: Header[] = []
  if (given === null || gmail.quirks.replacedMessageIds)
    added.push({ name: 'Message-ID', value: `<CA${gmail.world.random.token(48)}@mail.gmail.com>` })
  if (headers.find('date') === null)
    added.push({ name: 'Date', value: toDateHeader(gmail.world.clock.now()) })
  if (headers.find('from') === null) added.push({ name: 'From', value: store.address })
  const rest = gmail.quirks.replacedMessageIds ? removeHeader(raw, 'message-id') : raw
  return added.length === 0 ? raw : prependHeaders(rest, added)
}
