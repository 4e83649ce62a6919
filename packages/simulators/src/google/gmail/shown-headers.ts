import { decodeWords } from 'postal-mime'
import type { Header } from '../../world/message/mime.ts'
import type { Quirks } from '../quirks.ts'

const addressHeaders = new Set(['from', 'sender', 'reply-to', 'to', 'cc', 'bcc'])

/** A header as `payload.headers` shows it. Headers without encoded words are shown as they are. */
export function toShownHeader({ name, value }: Header, { decodedHeaders }: Quirks): Header {
  const isEncoded = /=\?[^?\s]+\?[bq]\?[^?]*\?=/i.test(value)
  if (!decodedHeaders || !isEncoded) return { name, value }
  return {
    name,
    value: addressHeaders.has(name.toLowerCase()) ? quoteNames(value) : decodeWords(value),
  }
}

/** `=?utf-8?Q?D=C3=B6e,_John?= <john@x.com>` becomes `"Döe, John" <john@x.com>`. */
function quoteNames(value: string): string {
  return value.replaceAll(
    /(?:=\?[^?\s]+\?[bq]\?[^?]*\?=\s*)+/gi,
    (words) => `"${decodeWords(words.trim()).replaceAll(/["\\]/g, '\\$&')}" `,
  )
}
