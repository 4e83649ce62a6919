import type { Message, MessageHeaders } from '@doorman/domain/message'
import PostalMime from 'postal-mime'
import { decodeQuotedPrintable } from './decode-text.ts'
import { listMimeParts, type MimePart } from './mime-parts.ts'
import { decodeTextParts, type EncodedTextPart } from './text-parts.ts'
import { findMessageId, toMessage } from './to-message.ts'

export type ParsedMail = {
  readonly message: Message
  /** Brackets included; `null` where the sender gave none. */
  readonly messageId: string | null
  /** When it came, by the last server on its way; failing that, what the sender says; `null` if neither is a date. */
  readonly date: Date | null
}

/**
 * Reads one exported mail (RFC 822), whatever is in it. Attachments are jumped
 * over and texts cut before anything is decoded, so a mail of 50 MB costs
 * little more than its own bytes. What is no mail is `unreadable`; it never throws.
 */
export async function parseMime(raw: Uint8Array): Promise<ParsedMail | 'unreadable'> {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const parts = listMimeParts(mail)
  const root = parts.next().value
  if (!root) return 'unreadable'
  const texts = decodeTextParts(listTexts(root, parts))
  try {
    // Only the headers: a megabyte of empty lines in a body costs this parser seventeen seconds.
    const { headers } = await PostalMime.parse(root.head)
    const fields = headers.filter(({ key }) => /^[!-9;-~]+$/.test(key))
    if (!fields.some(({ value }) => value !== '')) return 'unreadable'
    const message = toMessage(
      fields.map(({ originalKey, value }) => [originalKey, value]),
      texts,
    )
    return { message, messageId: findMessageId(message.headers), date: findDate(message.headers) }
  } catch {
    // Doubt keeps the message: what the parser cannot take is left alone.
    return 'unreadable'
  }
}

function* listTexts(root: MimePart, others: Iterable<MimePart>): Generator<EncodedTextPart> {
  yield toText(root)
  for (const part of others) if (!part.isAttachment) yield toText(part)
}

function toText({ type, charset, encoding, body }: MimePart): EncodedTextPart {
  const read = (maxBytes: number) => decodeTransfer(body.subarray(0, maxBytes), encoding)
  return { mimeType: type, charset, read }
}

function decodeTransfer(body: Buffer, encoding: string): Buffer {
  if (/\bbase64\b/.test(encoding)) return Buffer.from(body.toString('latin1'), 'base64')
  if (/\bquoted-printable\b/.test(encoding)) return decodeQuotedPrintable(body)
  return body
}

/** The date of the topmost Received, which our own provider wrote, stands behind its last semicolon. */
function findDate(headers: MessageHeaders): Date | null {
  const received = headers.get('received')
  return toDate(received?.slice(received.lastIndexOf(';') + 1)) ?? toDate(headers.get('date'))
}

const latest = Date.UTC(9999, 0)

function toDate(text: string | undefined): Date | null {
  const date = new Date(text?.slice(0, 100) ?? '')
  return date.getTime() > 0 && date.getTime() < latest ? date : null
}
