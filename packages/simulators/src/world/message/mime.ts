import { addressParser, decodeWords } from 'postal-mime'

/** One header of a message, unfolded but not decoded. */
export type Header = { readonly name: string; readonly value: string }

/** All headers in order. A name may occur more than once, and its case does not matter. */
export class MessageHeaders {
  readonly list: readonly Header[]

  constructor(list: readonly Header[]) {
    this.list = list
  }

  /** The first header of this name. */
  find(name: string): string | null {
    return this.findAll(name)[0] ?? null
  }

  findAll(name: string): string[] {
    const wanted = name.toLowerCase()
    return this.list.filter((header) => header.name.toLowerCase() === wanted).map((h) => h.value)
  }

  /** The addresses of a header such as `To`, groups expanded, in lower case. */
  addresses(name: string): NamedAddress[] {
    return this.findAll(name).flatMap(parseAddresses)
  }

  /** Like `find`, with encoded words decoded. */
  findText(name: string): string | null {
    const value = this.find(name)
    return value === null ? null : decodeWords(value)
  }
}

export type NamedAddress = { readonly name: string; readonly address: string }

/** Parses `Ann <ann@example.com>, bo@example.org`: groups expanded, addresses in lower case. */
export function parseAddresses(value: string): NamedAddress[] {
  return addressParser(value, { flatten: true }).flatMap(({ name, address }) =>
    address ? [{ name, address: address.toLowerCase() }] : [],
  )
}

/** A message or one of its parts. In `body` only the transfer encoding is decoded. */
export type MimePart = {
  readonly headers: MessageHeaders
  readonly mimeType: string
  readonly charset: string
  readonly filename: string
  readonly body: Buffer
  readonly parts: readonly MimePart[]
}

export function readHeaders(raw: Uint8Array): MessageHeaders {
  return toHeaders(split(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)).head)
}

export function readMime(raw: Uint8Array): MimePart {
  return readPart(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), 0)
}

export function toMimeType(headers: MessageHeaders): string {
  const contentType = headers.find('content-type') ?? ''
  return (/^\s*([\w.+-]+\/[\w.+-]+)/.exec(contentType)?.[1] ?? 'text/plain').toLowerCase()
}

/** The message and its parts, outermost first. */
export function listParts(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(listParts)]
}

/** The text of a part, decoded from its charset. Undecodable bytes become U+FFFD. */
export function toText({ body, charset }: MimePart): string {
  return new TextDecoder(isKnownCharset(charset) ? charset : 'utf-8').decode(body)
}

/** The text of the first part of this type that is not an attachment. */
export function findBody(message: MimePart, mimeType: 'text/plain' | 'text/html'): string | null {
  const part = listParts(message).find((p) => p.mimeType === mimeType && p.filename === '')
  return part ? toText(part) : null
}

/** Adds headers at the top, as each mail server does. The other bytes stay unchanged. */
export function prependHeaders(raw: Uint8Array, headers: readonly Header[]): Uint8Array {
  const lines = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(lines), raw])
}

export function removeHeader(raw: Uint8Array, name: string): Uint8Array {
  const bytes = Buffer.from(raw)
  const { headLength } = split(bytes)
  const pattern = new RegExp(`^${name}:.*\\r?\\n(?:[ \\t].*\\r?\\n)*`, 'gim')
  const head = bytes.subarray(0, headLength).toString('latin1').replace(pattern, '')
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(headLength)])
}

/** More than any real message has, and few enough for the call stack. */
const maxDepth = 100

function readPart(bytes: Buffer, depth: number): MimePart {
  const { head, body } = split(bytes)
  const headers = toHeaders(head)
  const contentType = headers.find('content-type') ?? ''
  const mimeType = toMimeType(headers)
  const boundary = findParameter(contentType, 'boundary')
  const disposition = headers.find('content-disposition') ?? ''
  const isMultipart = mimeType.startsWith('multipart/') && boundary !== null && depth < maxDepth
  return {
    headers,
    mimeType,
    charset: (findParameter(contentType, 'charset') ?? 'utf-8').toLowerCase(),
    filename: findParameter(disposition, 'filename') ?? findParameter(contentType, 'name') ?? '',
    body: isMultipart ? Buffer.alloc(0) : withoutTransferEncoding(headers, body),
    parts: isMultipart ? splitAt(body, boundary).map((part) => readPart(part, depth + 1)) : [],
  }
}

type SplitMessage = { readonly head: Buffer; readonly headLength: number; readonly body: Buffer }

/** Splits at the first empty line. Bare line feeds are accepted, since real messages have them. */
function split(bytes: Buffer): SplitMessage {
  if (/^\r?\n/.test(bytes.subarray(0, 2).toString('latin1')))
    return { head: Buffer.alloc(0), headLength: 0, body: bytes.subarray(bytes[0] === 13 ? 2 : 1) }
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  if (crlf === -1 && lf === -1)
    return { head: bytes, headLength: bytes.length, body: Buffer.alloc(0) }
  const isCrlf = crlf !== -1 && (lf === -1 || crlf < lf)
  const headLength = isCrlf ? crlf + 2 : lf + 1
  return {
    head: bytes.subarray(0, headLength),
    headLength,
    body: bytes.subarray(headLength + (isCrlf ? 2 : 1)),
  }
}

function toHeaders(head: Buffer): MessageHeaders {
  const lines = head
    .toString('utf8')
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)
  return new MessageHeaders(
    lines.flatMap((line) => {
      const colon = line.indexOf(':')
      return colon > 0
        ? [{ name: line.slice(0, colon).trimEnd(), value: line.slice(colon + 1).trim() }]
        : []
    }),
  )
}

function splitAt(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = []
  const escaped = boundary.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // The line break is a lookahead: when a part is empty, the next delimiter starts with it.
  const delimiter = new RegExp(`(?:^|\\r?\\n)--${escaped}(--)?[ \\t]*(?=(\\r?\\n|$))`, 'g')
  let from: number | null = null
  for (const { index, 0: line, 1: end, 2: lineEnd } of body
    .toString('latin1')
    .matchAll(delimiter)) {
    if (from !== null) parts.push(body.subarray(from, Math.max(from, index)))
    if (end !== undefined) return parts
    from = index + line.length + (lineEnd?.length ?? 0)
  }
  if (from !== null) parts.push(body.subarray(from))
  return parts
}

function withoutTransferEncoding(headers: MessageHeaders, body: Buffer): Buffer {
  switch (headers.find('content-transfer-encoding')?.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64')
    case 'quoted-printable':
      return fromQuotedPrintable(body.toString('latin1'))
    default:
      return body
  }
}

function fromQuotedPrintable(text: string): Buffer {
  const decoded = text
    .replace(/[ \t]+(?=\r?\n|$)/g, '')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(decoded, 'latin1')
}

/** A parameter of a structured header: plain, with encoded words, or in RFC 2231 form. */
function findParameter(value: string, name: string): string | null {
  const extended = new RegExp(`;\\s*${name}\\*=[\\w-]*'[^']*'([^;\\s]+)`, 'i').exec(value)?.[1]
  if (extended !== undefined) return decodePercent(extended)
  const plain = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(
    value,
  )
  if (plain === null) return null
  return decodeWords(plain[1]?.replace(/\\(.)/g, '$1') ?? plain[2] ?? '')
}

function decodePercent(text: string): string {
  return Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString('utf8')
}

function isKnownCharset(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== ''
  } catch {
    // Real messages name unknown charsets, so this is not an error.
    return false
  }
}
