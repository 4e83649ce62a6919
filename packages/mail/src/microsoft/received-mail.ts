import type { MailId, ReceivedMail } from '../mailbox.ts'
import { findMessageId, toMessage, type TextPart } from '../to-message.ts'
import { findJson, findText, listJson, readDate, readText, type Json } from './json.ts'

/** What `toReceivedMail` reads, for `$select`. Headers come only when named, attachments only when asked for. */
export const receivedMailFields = [
  'body',
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

export function toReceivedMail(json: Json, place: ReceivedMail['place']): ReceivedMail {
  const message = toMessage(toHeaders(json), toParts(json))
  return {
    id: toMailId(json),
    threadId: readText(json, 'conversationId'),
    messageId: findMessageId(message.headers),
    receivedAt: readDate(json, 'receivedDateTime'),
    place,
    isRead: json['isRead'] === true,
    message,
  }
}

export function toMailId(json: Json): MailId {
  return readText(json, 'id') as MailId
}

export const recipientFields = ['toRecipients', 'ccRecipients', 'bccRecipients']

/** The addresses of `toRecipients` and its like, as Graph has them. */
export function listAddresses(json: Json, key: string): readonly string[] {
  return listJson(json, key).flatMap((recipient) => {
    const { address } = toMailbox(recipient)
    return address === null ? [] : [address]
  })
}

export function findAddress(json: Json, key: string): string | null {
  const correspondent = findJson(json, key)
  return correspondent && toMailbox(correspondent).address
}

type Header = readonly [name: string, value: string]

/** Mail that never travelled, such as sent mail, has no headers: then Graph's own fields must do. */
function toHeaders(json: Json): readonly Header[] {
  const headers = listJson(json, 'internetMessageHeaders').map((header): Header => [
    readText(header, 'name'),
    findText(header, 'value') ?? '',
  ])
  return headers.length > 0 ? headers : toSubstitutes(json)
}

function toSubstitutes(json: Json): readonly Header[] {
  const from = findJson(json, 'from')
  return [
    ['Message-ID', findText(json, 'internetMessageId') ?? ''],
    ['Subject', findText(json, 'subject') ?? ''],
    ...(from ? [from] : []).map((sender): Header => ['From', toHeaderValue(sender)]),
    ...listJson(json, 'toRecipients').map((one): Header => ['To', toHeaderValue(one)]),
    ...listJson(json, 'ccRecipients').map((one): Header => ['Cc', toHeaderValue(one)]),
    ...listJson(json, 'replyTo').map((one): Header => ['Reply-To', toHeaderValue(one)]),
  ]
}

function toHeaderValue(recipient: Json): string {
  const { name, address } = toMailbox(recipient)
  const quoted = (name ?? '').replaceAll(/["\\]/g, String.raw`\$&`)
  return `"${quoted}" <${address ?? ''}>`
}

function toMailbox(recipient: Json): { name: string | null; address: string | null } {
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
