import { randomUUID } from 'node:crypto'
import { findMimeParameter } from '../../mime/mime-parameter.ts'
import type { GmailAnswer } from './gmail-error.ts'
import type { GmailRequest } from './gmail-requests.ts'

/** Gmail takes 100 but advises against more than 50. Each part counts as one call. */
export const maxBatchParts = 20

/**
 * Several calls in one HTTP request: a multipart message whose parts are requests.
 * https://developers.google.com/workspace/gmail/api/guides/batch
 */
export function toBatch(requests: readonly GmailRequest<unknown>[]): {
  readonly contentType: string
  readonly body: string
} {
  const boundary = randomUUID()
  const parts = requests.map((request, index) =>
    [
      `--${boundary}`,
      'Content-Type: application/http',
      `Content-ID: <${index}>`,
      '',
      ...toRequestLines(request),
      '',
    ].join('\r\n'),
  )
  return {
    contentType: `multipart/mixed; boundary=${boundary}`,
    body: `${parts.join('')}--${boundary}--\r\n`,
  }
}

function toRequestLines({ method, path, body }: GmailRequest<unknown>): readonly string[] {
  const json = body === undefined ? '' : JSON.stringify(body)
  const length = `Content-Length: ${Buffer.byteLength(json)}`
  const headers = json === '' ? [] : ['Content-Type: application/json', length]
  return [`${method} /gmail/v1/users/me/${path}`, ...headers, '', json]
}

/**
 * The answers in the order of the requests, whatever order Gmail sends them in; `null` for a part
 * that is missing or unreadable. JSON contains no line that starts like a boundary.
 */
export function readBatch(
  contentType: string,
  text: string,
  count: number,
): readonly (GmailAnswer | null)[] {
  const boundary = findMimeParameter(contentType, 'boundary')
  const parts = boundary === undefined ? [] : `\r\n${text}`.split(`\r\n--${boundary}`)
  const answers = new Map(parts.flatMap(readPart))
  return Array.from({ length: count }, (_, index) => answers.get(index) ?? null)
}

function readPart(part: string): [index: number, GmailAnswer][] {
  const [partHead, message] = cutAtEmptyLine(part)
  const [head, text] = cutAtEmptyLine(message)
  const index = /^content-id:\s*<response-(\d+)>\s*$/im.exec(partHead)?.[1]
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})\b/.exec(head)?.[1]
  if (index === undefined || status === undefined) return []
  const retryAfter = /^retry-after:(.*)$/im.exec(head)?.[1]?.trim() ?? null
  return [[Number(index), { status: Number(status), retryAfter, text: text.trim() }]]
}

function cutAtEmptyLine(text: string): readonly [before: string, after: string] {
  const end = text.indexOf('\r\n\r\n')
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 4)]
}
