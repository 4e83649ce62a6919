import type { MessageHeaders } from '@doorman/domain/mail/message'
import type { ProviderMessageId, ReceivedMessage } from '../mailbox.ts'
import {
  findRfcMessageId,
  toMessage,
  toMessageWithExcerpt,
  type TextPart,
} from '../mime/to-message.ts'
import { findJson, findText, listJson, readDate, readText, type Json } from './graph/json.ts'

/**
 * For `$select`: what `toReceivedMessage` reads, besides `body` or `bodyPreview`. Graph sends
 * headers only on request.
 */
export const receivedMessageFields = [
  'ccRecipients',
  'conversationId',
  'from',
  'internetMessageHeaders',
  'internetMessageId',
  'isRead',
  'receivedDateTime',
  'replyTo',
  'subject',
  'toRecipients',
]

/** With `bodyPreview` instead of `body`, the message has only an excerpt of its text. */
export function toReceivedMessage(
  json: Json,
  location: ReceivedMessage['location'],
): ReceivedMessage {
  const preview = findText(json, 'bodyPreview')
  const message =
    'bodyPreview' in json
      ? toMessageWithExcerpt(toHeaders(json), { type: 'text', content: preview ?? '' })
      : toMessage(toHeaders(json), toParts(json))
  return {
    id: toProviderMessageId(json),
    threadId: readText(json, 'conversationId'),
    rfcMessageId: findRfcMessageId(message.headers),
    receivedAt: readDate(json, 'receivedDateTime'),
    location,
    isRead: json['isRead'] === true,
    wasDeliveredElsewhere: wasDeliveredElsewhere(message.headers),
    message,
  }
}

/**
 * Exchange Online notes where it delivered a message: `dest:I` is the inbox, `dest:J` junk, `dest:C`
 * a folder that a rule of the user's chose. If a sender wrote the header too, the two must agree.
 */
function wasDeliveredElsewhere(headers: MessageHeaders): boolean {
  const notes = headers.all('X-Microsoft-Antispam-Mailbox-Delivery')
  return notes.length > 0 && notes.every((note) => /(?:^|;)\s*dest:[JC]\s*(?:;|$)/i.test(note))
}

export function toProviderMessageId(json: Json): ProviderMessageId {
  return readText(json, 'id') as ProviderMessageId
}

export const recipientFields = ['toRecipients', 'ccRecipients', 'bccRecipients']

/** The addresses in a field such as `toRecipients`, unchanged. */
export function listAddresses(json: Json, key: string): readonly string[] {
  return listJson(json, key).flatMap((recipient) => {
    const { address } = readEmailAddress(recipient)
    return address === null ? [] : [address]
  })
}

export function findAddress(json: Json, key: string): string | null {
  const correspondent = findJson(json, key)
  return correspondent && readEmailAddress(correspondent).address
}

type Header = readonly [name: string, value: string]

/**
 * Sent messages have no headers in Graph, and received messages may lack some, such as From. Other
 * fields of Graph replace the missing ones. Headers that are there win: a message with two From
 * headers keeps both, whichever Graph picks.
 * https://github.com/microsoftgraph/microsoft-graph-docs/issues/3066
 */
function toHeaders(json: Json): readonly Header[] {
  const headers = listJson(json, 'internetMessageHeaders').map((header): Header => [
    readText(header, 'name'),
    findText(header, 'value') ?? '',
  ])
  const present = new Set(headers.map(([name]) => name.toLowerCase()))
  const missing = toSubstituteHeaders(json).filter(([name]) => !present.has(name.toLowerCase()))
  return [...headers, ...missing]
}

function toSubstituteHeaders(json: Json): readonly Header[] {
  const from = findJson(json, 'from')
  const rfcMessageId = findText(json, 'internetMessageId')
  return [
    ...(rfcMessageId === null ? [] : [['Message-ID', rfcMessageId] as const]),
    ['Subject', findText(json, 'subject') ?? ''],
    ...(from ? [from] : []).map((sender): Header => ['From', toHeaderValue(sender)]),
    ...listJson(json, 'toRecipients').map((one): Header => ['To', toHeaderValue(one)]),
    ...listJson(json, 'ccRecipients').map((one): Header => ['Cc', toHeaderValue(one)]),
    ...listJson(json, 'replyTo').map((one): Header => ['Reply-To', toHeaderValue(one)]),
  ]
}

function toHeaderValue(recipient: Json): string {
  const { name, address } = readEmailAddress(recipient)
  const quoted = (name ?? '').replaceAll(/["\\]/g, String.raw`\$&`)
  return `"${quoted}" <${address ?? ''}>`
}

function readEmailAddress(recipient: Json): { name: string | null; address: string | null } {
  const emailAddress = findJson(recipient, 'emailAddress') ?? {}
  return { name: findText(emailAddress, 'name'), address: findText(emailAddress, 'address') }
}

function toParts(json: Json): readonly TextPart[] {
  const body = findJson(json, 'body')
  const content = body && findText(body, 'content')
  if (content === null) return []
  const isHtml = findText(body ?? {}, 'contentType')?.toLowerCase() === 'html'
  return [{ type: isHtml ? 'html' : 'text', content }]
}
