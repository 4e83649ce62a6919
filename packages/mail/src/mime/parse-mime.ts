import type { Message, MessageHeaders } from '@doorman/domain/mail/message'
import PostalMime from 'postal-mime'
import { decodeQuotedPrintable } from './decode-text.ts'
import { listMimeParts, type MimePart } from './mime-parts.ts'
import { decodeTextParts, type EncodedTextPart } from './text-parts.ts'
import { findRfcMessageId, toMessage } from './to-message.ts'

export type ParsedMessage = {
  readonly message: Message
  /** With angle brackets. `null` if the message has none. */
  readonly rfcMessageId: string | null
  /** When the last mail server received it, else the Date header. `null` if neither is valid. */
  readonly date: Date | null
}

/**
 * Parses one raw message (RFC 5322) and never throws. Skips attachments and truncates texts before
 * it decodes them, so a message of 50 MB needs little more memory than its own bytes.
 */
export async function parseMime(raw: Uint8Array): Promise<ParsedMessage | 'unreadable'> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const parts = listMimeParts(bytes)
  const root = parts.next().value
  if (!root) return 'unreadable'
  const texts = decodeTextParts(listTexts(root, parts))
  try {
    // Headers only: postal-mime needs 17 seconds for a body of one megabyte of empty lines.
    const { headers } = await PostalMime.parse(root.head)
    const fields = headers.filter(({ key }) => /^[!-9;-~]+$/.test(key))
    if (!fields.some(({ value }) => value !== '')) return 'unreadable'
    const message = toMessage(
      fields.map(({ originalKey, value }) => [originalKey, value]),
      texts,
    )
    return {
      message,
      rfcMessageId: findRfcMessageId(message.headers),
      date: findDate(message.headers),
    }
  } catch {
    // postal-mime rejects it. An unreadable message stays in the inbox.
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

/** Our own provider wrote the topmost Received header. Its date follows the last semicolon. */
function findDate(headers: MessageHeaders): Date | null {
  const received = headers.get('received')
  return toDate(received?.slice(received.lastIndexOf(';') + 1)) ?? toDate(headers.get('date'))
}

const latest = Date.UTC(9999, 0)

function toDate(text: string | undefined): Date | null {
  const date = new Date(text?.slice(0, 100) ?? '')
  return date.getTime() > 0 && date.getTime() < latest ? date : null
}
