import { toDateHeader } from './compose.ts'
import { encodeBody, fold, toHeaderText } from './mime-encoding.ts'
import type { Header, NamedAddress } from './mime.ts'

/** The content of a message, before it is encoded. */
export type MessageContent = {
  readonly from: NamedAddress
  readonly to: readonly NamedAddress[]
  readonly cc: readonly NamedAddress[]
  readonly subject: string
  readonly date: Date
  /** With angle brackets, as all Message-IDs below. */
  readonly rfcMessageId: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  /** More headers, in this order; they come first. */
  readonly headers: readonly Header[]
  readonly text: string
  /** The same content as HTML, or `null`. */
  readonly html: string | null
}

/** Encodes a message as a mail client would: in pure ASCII. */
export function writeMessage(content: MessageContent): Uint8Array {
  const { from, to, cc, subject, date, rfcMessageId, inReplyTo, references } = content
  const headers: Header[] = [
    ...content.headers,
    { name: 'From', value: toAddress(from) },
    { name: 'To', value: to.map(toAddress).join(', ') },
    ...(cc.length > 0 ? [{ name: 'Cc', value: cc.map(toAddress).join(', ') }] : []),
    { name: 'Subject', value: toHeaderText(subject) },
    { name: 'Date', value: toDateHeader(date) },
    { name: 'Message-ID', value: rfcMessageId },
    ...(inReplyTo === null ? [] : [{ name: 'In-Reply-To', value: inReplyTo }]),
    ...(references.length > 0 ? [{ name: 'References', value: references.join(' ') }] : []),
    { name: 'MIME-Version', value: '1.0' },
  ]
  const lines = headers.map(({ name, value }) => `${fold(`${name}: ${value}`)}\r\n`)
  return Buffer.from(lines.join('') + toBody(content))
}

function toBody({ text, html, rfcMessageId }: MessageContent): string {
  if (html === null) return toPart('plain', text)
  const boundary = `=_${rfcMessageId.replace(/\W/g, '').slice(0, 60)}`
  const parts = [toPart('plain', text), toPart('html', html)]
  return (
    `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n` +
    `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`
  )
}

function toPart(subtype: 'plain' | 'html', text: string): string {
  const { encoding, content } = encodeBody(text)
  return (
    `Content-Type: text/${subtype}; charset=utf-8\r\n` +
    `Content-Transfer-Encoding: ${encoding}\r\n\r\n${content}`
  )
}

/** A name of plain words is not quoted; other ASCII names are (RFC 5322, 3.2.4). */
function toAddress({ name, address }: NamedAddress): string {
  if (name === '') return address
  const isAscii = toHeaderText(name) === name
  const isPlain = /^[\w!#$%&'*+/=?^`{|}~ -]*$/.test(name)
  if (isAscii && !isPlain) return `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`
  return `${toHeaderText(name)} <${address}>`
}
