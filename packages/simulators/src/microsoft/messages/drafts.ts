import nodemailer from 'nodemailer'
import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { findBody, readMime, type Header, type NamedAddress } from '../../world/message/mime.ts'
import type { DraftEvent } from '../../world/record.ts'
import { badRequest, GraphError } from '../graph/graph-error.ts'
import { checkFields, type Call, type JsonObject } from '../graph/route.ts'
import { toHtml } from './markup.ts'
import { toText } from './message-view.ts'

/** The content of a draft, before it is encoded. */
export type Draft = {
  readonly from: NamedAddress
  readonly to: readonly NamedAddress[]
  readonly cc: readonly NamedAddress[]
  readonly bcc: readonly NamedAddress[]
  readonly replyTo: readonly NamedAddress[]
  readonly subject: string
  readonly body: { readonly contentType: 'text' | 'html'; readonly content: string }
  readonly rfcMessageId: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  readonly headers: readonly Header[]
}

/**
 * The fields of a draft that can be updated (https://learn.microsoft.com/graph/api/message-update).
 */
export const draftFields = [
  'subject',
  'body',
  'toRecipients',
  'ccRecipients',
  'bccRecipients',
  'replyTo',
]
/**
 * Custom headers can be set only when a message is created
 * (https://learn.microsoft.com/graph/api/resources/message).
 */
export const newDraftFields = [...draftFields, 'internetMessageHeaders']

export function applyFields(draft: Draft, fields: JsonObject): Draft {
  return {
    ...draft,
    ...('subject' in fields && { subject: readString(fields['subject'], 'subject') }),
    ...('body' in fields && { body: readBody(fields['body']) }),
    ...('toRecipients' in fields && { to: readRecipients(fields['toRecipients']) }),
    ...('ccRecipients' in fields && { cc: readRecipients(fields['ccRecipients']) }),
    ...('bccRecipients' in fields && { bcc: readRecipients(fields['bccRecipients']) }),
    ...('replyTo' in fields && { replyTo: readRecipients(fields['replyTo']) }),
    ...('internetMessageHeaders' in fields && {
      headers: readHeaders(fields['internetMessageHeaders']),
    }),
  }
}

export function recordDraft(
  { graph, store }: Call,
  { id }: StoredMessage,
  what: DraftEvent['what'],
): void {
  const { record, clock } = graph.world
  record.drafts.push({ mailbox: store.address, at: clock.now(), what, draftId: id })
}

export function readDraft({ raw, headers }: StoredMessage): Draft {
  const mime = readMime(raw)
  const html = findBody(mime, 'text/html')
  return {
    from: headers.addresses('from')[0] ?? { name: '', address: '' },
    to: headers.addresses('to'),
    cc: headers.addresses('cc'),
    bcc: headers.addresses('bcc'),
    replyTo: headers.addresses('reply-to'),
    subject: headers.findText('subject') ?? '',
    body:
      html === null
        ? { contentType: 'text', content: findBody(mime, 'text/plain') ?? '' }
        : { contentType: 'html', content: html },
    rfcMessageId: headers.find('message-id') ?? '',
    inReplyTo: headers.find('in-reply-to'),
    references: toRfcMessageIds(headers.find('references')),
    headers: headers.list.filter(({ name }) => /^x-/i.test(name)),
  }
}

const composer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
})

export async function writeDraft(draft: Draft, date: Date): Promise<Uint8Array> {
  const { from, to, cc, bcc, replyTo, subject, body, rfcMessageId, inReplyTo } = draft
  const { message } = await composer.sendMail({
    from,
    to: [...to],
    cc: [...cc],
    bcc: [...bcc],
    replyTo: [...replyTo],
    subject,
    messageId: rfcMessageId,
    date,
    ...(inReplyTo !== null && { inReplyTo }),
    references: [...draft.references],
    headers: draft.headers.map(({ name, value }) => ({ key: name, value })),
    ...(body.contentType === 'html' ? { html: body.content } : { text: body.content }),
  })
  // With `buffer: true` nodemailer returns a Buffer, not a stream.
  return message as Buffer
}

/**
 * A new reply as Exchange creates it: addressed to Reply-To before From, with
 * In-Reply-To and References, and quoting the original
 * (https://learn.microsoft.com/graph/api/message-createreply).
 */
export function toReply(
  original: StoredMessage,
  { from, rfcMessageId, comment }: { from: NamedAddress; rfcMessageId: string; comment: string },
): Draft {
  const { headers } = original
  const originalId = headers.find('message-id')
  const replyTo = headers.addresses('reply-to')
  const earlier = toRfcMessageIds(headers.find('references'))
  const subject = headers.findText('subject') ?? ''
  return {
    from,
    to: replyTo.length > 0 ? replyTo : headers.addresses('from').slice(0, 1),
    cc: [],
    bcc: [],
    replyTo: [],
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    body: { contentType: 'html', content: toHtml(`${comment}\n\n${quote(original)}`) },
    rfcMessageId,
    inReplyTo: originalId,
    references: originalId === null ? earlier : [...earlier, originalId],
    headers: [],
  }
}

/** A Message-ID as Exchange generates it. */
export function toExchangeMessageId(hex: string): string {
  return `<${hex.toUpperCase()}@AM0PR01MB${hex.slice(0, 4).toUpperCase()}.eurprd01.prod.exchangelabs.com>`
}

function quote(message: StoredMessage): string {
  const { headers } = message
  const head = [
    `From: ${headers.findText('from') ?? ''}`,
    `Sent: ${headers.find('date') ?? ''}`,
    `To: ${headers.findText('to') ?? ''}`,
    `Subject: ${headers.findText('subject') ?? ''}`,
  ]
  return `${'_'.repeat(32)}\n${head.join('\n')}\n\n${toText(message)}`
}

function toRfcMessageIds(value: string | null): string[] {
  return value?.match(/<[^<>\s]+>/g) ?? []
}

function readString(value: unknown, name: string): string {
  if (typeof value !== 'string') throw badRequest(`The property '${name}' must be a string.`)
  return value
}

function readBody(value: unknown): Draft['body'] {
  const { contentType, content } = checkFields(value, ['contentType', 'content'], "'body'")
  const type = readString(contentType ?? 'text', 'contentType').toLowerCase()
  if (type !== 'text' && type !== 'html')
    throw badRequest(`The property 'contentType' must be 'text' or 'html', not '${type}'.`)
  return { contentType: type, content: readString(content, 'content') }
}

function readRecipients(value: unknown): NamedAddress[] {
  if (!Array.isArray(value)) throw badRequest('Recipients must be a list.')
  return value.map((item) => {
    const { emailAddress } = checkFields(item, ['emailAddress'], 'a recipient')
    const person = checkFields(emailAddress, ['name', 'address'], "'emailAddress'")
    const address = readString(person['address'], 'address')
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address)) throw invalidRecipients()
    return { name: readString(person['name'] ?? '', 'name'), address }
  })
}

export function invalidRecipients(): GraphError {
  return new GraphError(
    400,
    'ErrorInvalidRecipients',
    'At least one recipient is not valid, or there is none.',
  )
}

/**
 * Graph accepts one to five headers, whose names start with `x-`
 * (github.com/microsoftgraph/msgraph-sdk-dotnet/issues/2208).
 */
function readHeaders(value: unknown): Header[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 5)
    throw new GraphError(
      400,
      'InvalidInternetMessageHeaderCollection',
      'The number of internet message headers must be from 1 to 5.',
    )
  return value.map((item) => {
    const header = checkFields(item, ['name', 'value'], 'a header')
    const name = readString(header['name'], 'name')
    if (!/^x-[\w-]+$/i.test(name))
      throw new GraphError(
        400,
        'InvalidInternetMessageHeader',
        `The internet message header name '${name}' should start with 'x-' or 'X-'.`,
      )
    return { name, value: readString(header['value'], 'value') }
  })
}
