import type { Header } from './mime.ts'

export type Composition = {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly date: Date
  /** Brackets included. */
  readonly messageId: string
  /** Plain text, unless told. The text is the body as it stands. */
  readonly contentType?: string
  /** Further headers, in this order; a name may come more than once. */
  readonly headers?: readonly Header[]
}

/** A simple mail as bytes. For anything odder, write the bytes yourself. */
export function compose({
  from,
  to,
  subject,
  text,
  date,
  messageId,
  contentType = 'text/plain; charset=utf-8',
  headers = [],
}: Composition): Uint8Array {
  const lines = [
    { name: 'From', value: from },
    { name: 'To', value: to },
    { name: 'Subject', value: subject },
    { name: 'Date', value: toMailDate(date) },
    { name: 'Message-ID', value: messageId },
    { name: 'MIME-Version', value: '1.0' },
    { name: 'Content-Type', value: contentType },
    { name: 'Content-Transfer-Encoding', value: '8bit' },
    ...headers,
  ].map(({ name, value }) => `${name}: ${value}\r\n`)
  return Buffer.from(`${lines.join('')}\r\n${text.replace(/\r?\n/g, '\r\n')}\r\n`)
}

export function toMailDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}
