import { findMimeParameter } from './mime-parameter.ts'
import { maxHeaderBytes } from './to-message.ts'

/** One part of a message, still encoded. The `body` of a multipart is only its preamble. */
export type MimePart = {
  /** In lower case: `text/plain`. */
  readonly type: string
  readonly isAttachment: boolean
  /** The transfer encoding, such as `base64`. */
  readonly encoding: string
  readonly charset: string
  readonly head: Buffer
  readonly body: Buffer
}

type Multipart = { readonly delimiter: string; readonly isDigest: boolean }
type Delimiter = {
  readonly start: number
  readonly end: number
  readonly depth: number
  readonly isLast: boolean
}

/** Header and delimiter lines: ten for each of 2,000 parts. */
const maxLines = 20_000
const maxDepth = 100
const maxDelimiterBytes = 200
const lineFeed = 0x0a

/**
 * The parts of a message in order, each multipart before its own parts. Copies only headers and
 * decodes nothing. Stops reading at its limits.
 */
export function* listMimeParts(raw: Buffer): Generator<MimePart, undefined> {
  const open: Multipart[] = []
  let linesLeft = maxLines
  let at = 0

  function nextLine(from: number): number {
    linesLeft--
    const end = raw.indexOf(lineFeed, from)
    return end < 0 ? raw.length : end + 1
  }

  /** Drops headers that do not fit. */
  function readHead(): Buffer {
    const fields: Buffer[] = []
    let bytesLeft = maxHeaderBytes
    let start = at
    function endField() {
      const field = raw.subarray(start, at)
      start = at
      if (field.length > bytesLeft) return
      bytesLeft -= field.length
      fields.push(field)
    }
    while (at < raw.length && linesLeft > 0) {
      const end = nextLine(at)
      const isBlank = raw[at] === lineFeed || (raw[at] === 0x0d && raw[at + 1] === lineFeed)
      if (isBlank || findDelimiterAt(at, end)) {
        endField()
        if (isBlank) at = end
        return Buffer.concat(fields)
      }
      if (!isFolded(raw[at])) endField()
      at = end
    }
    endField()
    if (linesLeft <= 0) at = raw.length
    return Buffer.concat(fields)
  }

  function findDelimiter(): Delimiter | null {
    let start = at
    while (open.length > 0 && start < raw.length && linesLeft > 0) {
      const found = findDelimiterAt(start, nextLine(start))
      if (found) return found
      const next = raw.indexOf('\n--', start)
      if (next < 0) return null
      start = next + 1
    }
    return null
  }

  function findDelimiterAt(start: number, end: number): Delimiter | null {
    if (raw[start] !== 0x2d || end - start > maxDelimiterBytes) return null
    const line = raw.toString('latin1', start, end).trimEnd()
    const depth = open.findLastIndex(
      ({ delimiter }) => line === delimiter || line === `${delimiter}--`,
    )
    return depth < 0 ? null : { start, end, depth, isLast: line !== open[depth]?.delimiter }
  }

  /** Moves to the start of the next part. Returns where the current body ends. */
  function endBody(): { readonly bodyEnd: number; readonly hasNext: boolean } {
    let bodyEnd: number | null = null
    for (let found = findDelimiter(); found; found = findDelimiter()) {
      bodyEnd ??= found.start
      at = found.end
      open.length = found.isLast ? found.depth : found.depth + 1
      if (!found.isLast) return { bodyEnd, hasNext: true }
    }
    return { bodyEnd: bodyEnd ?? raw.length, hasNext: false }
  }

  for (let isOver = false; !isOver;) {
    const head = readHead()
    const { contentType, ...rest } = toContentFields(head)
    const defaultType = open.at(-1)?.isDigest ? 'message/rfc822' : 'text/plain'
    const multipart = findMultipart(contentType)
    if (multipart && open.length < maxDepth) open.push(multipart)
    const bodyStart = at
    const { bodyEnd, hasNext } = endBody()
    isOver = !hasNext
    const body = raw.subarray(bodyStart, bodyEnd)
    yield { type: toType(contentType) ?? defaultType, ...rest, head, body }
  }
  return undefined
}

function isFolded(first: number | undefined): boolean {
  return first === 0x20 || first === 0x09
}

type ContentFields = { readonly contentType: string } & Pick<
  MimePart,
  'isAttachment' | 'encoding' | 'charset'
>

function toContentFields(head: Buffer): ContentFields {
  const unfolded = head.toString('latin1').replaceAll(/\r?\n[ \t]/g, ' ')
  const find = (name: RegExp) => name.exec(unfolded)?.[1]?.trim() ?? ''
  const contentType = find(/^content-type[ \t]*:(.*)/im)
  return {
    contentType,
    isAttachment: /^attachment\b/i.test(find(/^content-disposition[ \t]*:(.*)/im)),
    encoding: find(/^content-transfer-encoding[ \t]*:(.*)/im).toLowerCase(),
    charset: findMimeParameter(contentType, 'charset') ?? 'utf-8',
  }
}

function toType(contentType: string): string | null {
  return /^[\w-]+\/[\w.+-]+/.exec(contentType)?.[0].toLowerCase() ?? null
}

function findMultipart(contentType: string): Multipart | null {
  const boundary = findMimeParameter(contentType, 'boundary')?.trimEnd()
  if (!/^multipart\//i.test(contentType) || boundary === undefined || boundary === '') return null
  return { delimiter: `--${boundary}`, isDigest: /^multipart\/digest\b/i.test(contentType) }
}
