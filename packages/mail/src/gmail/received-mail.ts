import type { gmail_v1 } from '@googleapis/gmail'
import { MailError } from '../mail-error.ts'
import type { MailId, ReceivedMail } from '../mailbox.ts'
import { findMimeParameter } from '../mime-parameter.ts'
import { decodeTextParts, type EncodedTextPart } from '../text-parts.ts'
import { findMessageId, toMessage } from '../to-message.ts'
import { required } from './gmail-api.ts'
import { toPlace } from './labels.ts'

const maxParts = 2_000

/** A message in full form, in which attachments are only named. */
export function toReceivedMail(
  mail: gmail_v1.Schema$Message,
  ownLabel: string | null,
): ReceivedMail {
  const labels = mail.labelIds ?? []
  const message = toMessage(
    toHeaders(mail.payload ?? {}),
    decodeTextParts(listTexts(mail.payload ?? {})),
  )
  return {
    id: required(mail.id, 'id') as MailId,
    threadId: required(mail.threadId, 'threadId'),
    messageId: findMessageId(message.headers),
    receivedAt: toDate(mail.internalDate),
    place: toPlace(labels, ownLabel),
    isRead: !labels.includes('UNREAD'),
    message,
  }
}

export function toHeaders({
  headers,
}: gmail_v1.Schema$MessagePart): readonly (readonly [string, string])[] {
  return (headers ?? []).map(({ name, value }) => [name ?? '', value ?? ''])
}

function toDate(internalDate: string | null | undefined): Date {
  const date = new Date(Number(required(internalDate, 'internalDate')))
  if (Number.isNaN(date.getTime())) throw new MailError('unavailable', 'malformed internalDate')
  return date
}

/** Without attachments and forwarded mails, whose own parts Gmail shows too. */
function* listTexts(payload: gmail_v1.Schema$MessagePart): Generator<EncodedTextPart> {
  const waiting = [payload]
  for (let seen = 0; seen < maxParts; seen++) {
    const part = waiting.pop()
    if (!part) return
    const headers = new Map(toHeaders(part).map(([name, value]) => [name.toLowerCase(), value]))
    const isAttachment = /^\s*attachment\b/i.test(headers.get('content-disposition') ?? '')
    const data = part.body?.data
    if (isAttachment || part.filename || part.mimeType === 'message/rfc822') continue
    if (part.parts) waiting.push(...part.parts.toReversed())
    if (!data) continue
    yield {
      mimeType: part.mimeType?.toLowerCase() ?? '',
      charset: findMimeParameter(headers.get('content-type') ?? '', 'charset') ?? 'utf-8',
      read: (maxBytes) => Buffer.from(data.slice(0, Math.ceil((maxBytes * 4) / 3)), 'base64url'),
    }
  }
}
