import { MailError } from '../mail-error.ts'
import type { ProviderMessageId, ReceivedMessage } from '../mailbox.ts'
import { findMimeParameter } from '../mime/mime-parameter.ts'
import { decodeTextParts, type EncodedTextPart } from '../mime/text-parts.ts'
import {
  findRfcMessageId,
  toMessage,
  toMessageWithExcerpt,
  type TextPart,
} from '../mime/to-message.ts'
import { required } from './api/gmail-api.ts'
import type { Message, MessagePart } from './api/gmail-types.ts'
import { toLocation } from './labels.ts'

const maxParts = 2_000

/** Gmail's format `full` names attachments but does not contain them. */
export function toReceivedMessage(
  raw: Message,
  setAsideLabel: string | null,
  format: 'full' | 'metadata' = 'full',
): ReceivedMessage {
  const labels = raw.labelIds ?? []
  const headers = toHeaders(raw.payload ?? {})
  const message =
    format === 'full'
      ? toMessage(headers, decodeTextParts(listTexts(raw.payload ?? {})))
      : toMessageWithExcerpt(headers, toExcerpt(raw))
  return {
    id: required(raw.id, 'id') as ProviderMessageId,
    threadId: required(raw.threadId, 'threadId'),
    rfcMessageId: findRfcMessageId(message.headers),
    receivedAt: toDate(raw.internalDate),
    location: toLocation(labels, setAsideLabel),
    isRead: !labels.includes('UNREAD'),
    message,
  }
}

/** The snippet is text, escaped as HTML. */
function toExcerpt({ snippet }: Message): TextPart {
  return { type: 'html', content: snippet ?? '' }
}

export function toHeaders({ headers }: MessagePart): readonly (readonly [string, string])[] {
  return (headers ?? []).map(({ name, value }) => [name ?? '', value ?? ''])
}

export function toDate(internalDate: string | null | undefined): Date {
  const date = new Date(Number(required(internalDate, 'internalDate')))
  if (Number.isNaN(date.getTime())) throw new MailError('unavailable', 'malformed internalDate')
  return date
}

/** Skips attachments and forwarded messages. Gmail lists the parts of a forwarded message too. */
function* listTexts(payload: MessagePart): Generator<EncodedTextPart> {
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
