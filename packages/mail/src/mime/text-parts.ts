import { decodeText } from './decode-text.ts'
import type { TextPart } from './to-message.ts'

/** A text part before it is decoded. */
export type EncodedTextPart = {
  /** Only `text/plain` and `text/html` are decoded. */
  readonly mimeType: string
  readonly charset: string
  /** The first bytes, with the transfer encoding removed. */
  readonly read: (maxBytes: number) => Buffer
}

const maxPartBytes = 1024 * 1024
const maxBytes = 2 * maxPartBytes
const maxParts = 100

const types: Readonly<Record<string, TextPart['type']>> = {
  'text/plain': 'text',
  'text/html': 'html',
}

/** Decodes at most one megabyte of each part, two megabytes in all, and 100 parts. */
export function decodeTextParts(parts: Iterable<EncodedTextPart>): readonly TextPart[] {
  const decoded: TextPart[] = []
  let bytesLeft = maxBytes
  for (const { mimeType, charset, read } of parts) {
    const type = types[mimeType]
    if (type === undefined) continue
    const bytes = read(Math.min(maxPartBytes, bytesLeft))
    bytesLeft -= bytes.length
    decoded.push({ type, content: decodeText(bytes, charset) })
    if (bytesLeft <= 0 || decoded.length === maxParts) break
  }
  return decoded
}
