import { toMailDate } from './compose.ts'
import { encodeBody, fold, toHeaderText } from './mail-encoding.ts'
import type { Correspondent, Header } from './mime.ts'

/** What a mail says, apart from the bytes that say it. */
export type Letter = {
  readonly from: Correspondent
  readonly to: readonly Correspondent[]
  readonly cc: readonly Correspondent[]
  readonly subject: string
  readonly date: Date
  /** Brackets included, here and below. */
  readonly messageId: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  /** Further headers, in this order. */
  readonly headers: readonly Header[]
  readonly text: string
  /** The same once more in HTML, or `null`. */
  readonly html: string | null
}

/** The letter as a mail program would send it: pure ASCII, whatever it says. */
export function writeLetter(letter: Letter): Uint8Array {
  const { from, to, cc, subject, date, messageId, inReplyTo, references } = letter
  const headers: Header[] = [
    ...letter.headers,
    { name: 'From', value: toAddress(from) },
    { name: 'To', value: to.map(toAddress).join(', ') },
    ...(cc.length > 0 ? [{ name: 'Cc', value: cc.map(toAddress).join(', ') }] : []),
    { name: 'Subject', value: toHeaderText(subject) },
    { name: 'Date', value: toMailDate(date) },
    { name: 'Message-ID', value: messageId },
    ...(inReplyTo === null ? [] : [{ name: 'In-Reply-To', value: inReplyTo }]),
    ...(references.length > 0 ? [{ name: 'References', value: references.join(' ') }] : []),
    { name: 'MIME-Version', value: '1.0' },
  ]
  const lines = headers.map(({ name, value }) => `${fold(`${name}: ${value}`)}\r\n`)
  return Buffer.from(lines.join('') + toBody(letter))
}

function toBody({ text, html, messageId }: Letter): string {
  if (html === null) return toPart('plain', text)
  const boundary = `=_${messageId.replace(/\W/g, '').slice(0, 60)}`
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

/** A name of plain words stands as it is; other ASCII is quoted (RFC 5322, 3.2.4). */
function toAddress({ name, address }: Correspondent): string {
  if (name === '') return address
  const isAscii = toHeaderText(name) === name
  const isPlain = /^[\w!#$%&'*+/=?^`{|}~ -]*$/.test(name)
  if (isAscii && !isPlain) return `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`
  return `${toHeaderText(name)} <${address}>`
}
