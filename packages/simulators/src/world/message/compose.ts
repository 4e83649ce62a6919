import type { Header } from './mime.ts'

export type Composition = {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly date: Date
  /** With angle brackets. */
  readonly rfcMessageId: string
  /** Default: plain text. `text` becomes the body unchanged. */
  readonly contentType?: string
  /** More headers, in this order. A name may occur more than once. */
  readonly headers?: readonly Header[]
}

/** A simple message as bytes. Tests of unusual messages write the bytes themselves. */
export function compose({
  from,
  to,
  subject,
  text,
  date,
  rfcMessageId,
  contentType = 'text/plain; charset=utf-8',
  headers = [],
}: Composition): Uint8Array {
  const lines = [
    { name: 'From', value: from },
    { name: 'To', value: to },
    { name: 'Subject', value: subject },
    { name: 'Date', value: toDateHeader(date) },
    { name: 'Message-ID', value: rfcMessageId },
    { name: 'MIME-Version', value: '1.0' },
    { name: 'Content-Type', value: contentType },
    { name: 'Content-Transfer-Encoding', value: '8bit' },
    ...headers,
  ].map(({ name, value }) => `${name}: ${value}\r\n`)
  return Buffer.from(`${lines.join('')}\r\n${text.replace(/\r?\n/g, '\r\n')}\r\n`)
}

export function toDateHeader(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}
