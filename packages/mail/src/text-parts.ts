import { decodeText } from './decode-text.ts'
import type { TextPart } from './to-message.ts'

/** A part that a person reads, before it is decoded. */
export type EncodedTextPart = {
  /** `text/plain` or `text/html`; any other is passed over. */
  readonly mimeType: string
  readonly charset: string
  /** Its first bytes, transfer encoding off. */
  readonly read: (maxBytes: number) => Buffer
}

const maxPartBytes = 1024 * 1024
const maxBytes = 2 * maxPartBytes
const maxParts = 100

const types: Readonly<Record<string, TextPart['type']>> = {
  'text/plain': 'text',
  'text/html': 'html',
}

/** Decodes texts up to a limit: a megabyte of each, two of all. */
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
