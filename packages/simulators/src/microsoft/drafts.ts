import nodemailer from 'nodemailer'
import type { StoredMail } from '../world/mail-store.ts'
import { findBody, readMime, type Correspondent, type Header } from '../world/mime.ts'
import type { Drafting } from '../world/record.ts'
import { badRequest, GraphError } from './graph-error.ts'
import { toHtml } from './markup.ts'
import { toText } from './message-view.ts'
import { checkFields, type Call, type JsonObject } from './route.ts'

/** What a draft says, apart from the bytes that say it. */
export type Draft = {
  readonly from: Correspondent
  readonly to: readonly Correspondent[]
  readonly cc: readonly Correspondent[]
  readonly bcc: readonly Correspondent[]
  readonly replyTo: readonly Correspondent[]
  readonly subject: string
  readonly body: { readonly contentType: 'text' | 'html'; readonly content: string }
  readonly messageId: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  readonly headers: readonly Header[]
}

/** What may be changed of a draft (message-update). */
export const draftFields = [
  'subject',
  'body',
  'toRecipients',
  'ccRecipients',
  'bccRecipients',
  'replyTo',
]
/** "Add custom headers only when creating a message": message resource. */
export const newDraftFields = [...draftFields, 'internetMessageHeaders']

export function applyFields(draft: Draft, fields: JsonObject): Draft {
  return {
    ...draft,
    ...('subject' in fields && { subject: readString(fields['subject'], 'subject') }),
    ...('body' in fields && { body: readBody(fields['body']) }),
    ...('toRecipients' in fields && { to: readPeople(fields['toRecipients']) }),
    ...('ccRecipients' in fields && { cc: readPeople(fields['ccRecipients']) }),
    ...('bccRecipients' in fields && { bcc: readPeople(fields['bccRecipients']) }),
    ...('replyTo' in fields && { replyTo: readPeople(fields['replyTo']) }),
    ...('internetMessageHeaders' in fields && {
      headers: readHeaders(fields['internetMessageHeaders']),
    }),
  }
}

export function noteDraft(
  { graph, store }: Call,
  { id }: StoredMail,
  what: Drafting['what'],
): void {
  const { record, clock } = graph.world
  record.drafts.push({ mailbox: store.address, at: clock.now(), what, draftId: id })
}

export function readDraft({ raw, headers }: StoredMail): Draft {
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
    messageId: headers.find('message-id') ?? '',
    inReplyTo: headers.find('in-reply-to'),
    references: toMessageIds(headers.find('references')),
    headers: headers.list.filter(({ name }) => /^x-/i.test(name)),
  }
}

const composer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
})

export async function writeDraft(draft: Draft, date: Date): Promise<Uint8Array> {
  const { from, to, cc, bcc, replyTo, subject, body, messageId, inReplyTo } = draft
  const { message } = await composer.sendMail({
    from,
    to: [...to],
    cc: [...cc],
    bcc: [...bcc],
    replyTo: [...replyTo],
    subject,
    messageId,
    date,
    ...(inReplyTo !== null && { inReplyTo }),
    references: [...draft.references],
    headers: draft.headers.map(({ name, value }) => ({ key: name, value })),
    ...(body.contentType === 'html' ? { html: body.content } : { text: body.content }),
  })
  // Safe: with `buffer: true` the message is no stream.
  return message as Buffer
}

/**
 * A reply as Exchange begins it: to Reply-To before From (message-createreply),
 * in the thread by its own doing, and quoting what it answers.
 */
export function toReply(
  mail: StoredMail,
  { from, messageId, comment }: { from: Correspondent; messageId: string; comment: string },
): Draft {
  const { headers } = mail
  const original = headers.find('message-id')
  const replyTo = headers.addresses('reply-to')
  const earlier = toMessageIds(headers.find('references'))
  const subject = headers.findText('subject') ?? ''
  return {
    from,
    to: replyTo.length > 0 ? replyTo : headers.addresses('from').slice(0, 1),
    cc: [],
    bcc: [],
    replyTo: [],
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    body: { contentType: 'html', content: toHtml(`${comment}\n\n${quote(mail)}`) },
    messageId,
    inReplyTo: original,
    references: original === null ? earlier : [...earlier, original],
    headers: [],
  }
}

/** Exchange makes its own, also for mail that came with one (PROVIDERS 5). */
export function toExchangeMessageId(hex: string): string {
  return `<${hex.toUpperCase()}@AM0PR01MB${hex.slice(0, 4).toUpperCase()}.eurprd01.prod.exchangelabs.com>`
}

function quote(mail: StoredMail): string {
  const { headers } = mail
  const head = [
    `From: ${headers.findText('from') ?? ''}`,
    `Sent: ${headers.find('date') ?? ''}`,
    `To: ${headers.findText('to') ?? ''}`,
    `Subject: ${headers.findText('subject') ?? ''}`,
  ]
  return `${'_'.repeat(32)}\n${head.join('\n')}\n\n${toText(mail)}`
}

function toMessageIds(value: string | null): string[] {
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

function readPeople(value: unknown): Correspondent[] {
  if (!Array.isArray(value)) throw badRequest('Recipients must come as a list.')
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

/** Names begin with `x-` (D); five at most, and not none (github.com/microsoftgraph/msgraph-sdk-dotnet/issues/2208). */
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
