import { findMimeParameter } from './mime-parameter.ts'
import { maxHeaderBytes } from './to-message.ts'

/** One part of a mail, as sent. A multipart comes before its parts; its own body is what nobody reads. */
export type MimePart = {
  /** `text/plain`, in small letters. */
  readonly type: string
  readonly isAttachment: boolean
  /** Of the body, as the sender names them. */
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

/** Of headers and delimiters. Ten for each part of a mail that has 2,000. */
const maxLines = 20_000
const maxDepth = 100
const maxDelimiterBytes = 200
const lineFeed = 0x0a

/**
 * The parts of a mail in order. Nothing is decoded or copied, but for the
 * headers; bodies that nobody asks for are jumped over. Beyond a limit the
 * mail counts as ended.
 */
export function* listMimeParts(mail: Buffer): Generator<MimePart, undefined> {
  const open: Multipart[] = []
  let linesLeft = maxLines
  let at = 0

  function nextLine(from: number): number {
    linesLeft--
    const end = mail.indexOf(lineFeed, from)
    return end < 0 ? mail.length : end + 1
  }

  /** Headers that do not fit are left out whole. */
  function readHead(): Buffer {
    const fields: Buffer[] = []
    let bytesLeft = maxHeaderBytes
    let start = at
    function endField() {
      const field = mail.subarray(start, at)
      start = at
      if (field.length > bytesLeft) return
      bytesLeft -= field.length
      fields.push(field)
    }
    while (at < mail.length && linesLeft > 0) {
      const end = nextLine(at)
      const isBlank = mail[at] === lineFeed || (mail[at] === 0x0d && mail[at + 1] === lineFeed)
      if (isBlank || findDelimiterAt(at, end)) {
        endField()
        if (isBlank) at = end
        return Buffer.concat(fields)
      }
      if (!isFolded(mail[at])) endField()
      at = end
    }
    endField()
    if (linesLeft <= 0) at = mail.length
    return Buffer.concat(fields)
  }

  function findDelimiter(): Delimiter | null {
    let start = at
    while (open.length > 0 && start < mail.length && linesLeft > 0) {
      const found = findDelimiterAt(start, nextLine(start))
      if (found) return found
      const next = mail.indexOf('\n--', start)
      if (next < 0) return null
      start = next + 1
    }
    return null
  }

  function findDelimiterAt(start: number, end: number): Delimiter | null {
    if (mail[start] !== 0x2d || end - start > maxDelimiterBytes) return null
    const line = mail.toString('latin1', start, end).trimEnd()
    const depth = open.findLastIndex(
      ({ delimiter }) => line === delimiter || line === `${delimiter}--`,
    )
    return depth < 0 ? null : { start, end, depth, isLast: line !== open[depth]?.delimiter }
  }

  /** Moves past the next delimiter that a part follows, and says where the body before it ended. */
  function endBody(): { readonly bodyEnd: number; readonly hasNext: boolean } {
    let bodyEnd: number | null = null
    for (let found = findDelimiter(); found; found = findDelimiter()) {
      bodyEnd ??= found.start
      at = found.end
      open.length = found.isLast ? found.depth : found.depth + 1
      if (!found.isLast) return { bodyEnd, hasNext: true }
    }
    return { bodyEnd: bodyEnd ?? mail.length, hasNext: false }
  }

  for (let isOver = false; !isOver;) {
    const head = readHead()
    const { contentType, ...rest } = toContentFields(head)
    const otherwise = open.at(-1)?.isDigest ? 'message/rfc822' : 'text/plain'
    const multipart = findMultipart(contentType)
    if (multipart && open.length < maxDepth) open.push(multipart)
    const bodyStart = at
    const { bodyEnd, hasNext } = endBody()
    isOver = !hasNext
    const body = mail.subarray(bodyStart, bodyEnd)
    yield { type: toType(contentType) ?? otherwise, ...rest, head, body }
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
