import type { StoredMail } from '../world/mail-store.ts'
import { listParts, readMime, toMimeType, toText, type MimePart } from '../world/mime.ts'
import { invalidArgument } from './gmail-error.ts'
import { toLabelIds } from './label-ids.ts'

export const formats = ['full', 'metadata', 'minimal', 'raw'] as const
export type Format = (typeof formats)[number]

/** A mail as `messages.get` shows it (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#Message). */
export function toMessage(
  mail: StoredMail,
  format: Format,
  options: { readonly metadataHeaders: readonly string[]; readonly nonce: string },
): object {
  const message = {
    ...toReference(mail),
    snippet: toSnippet(mail),
    sizeEstimate: mail.raw.length,
    historyId: String(mail.changeId),
    internalDate: String(mail.receivedAt.getTime()),
  }
  switch (format) {
    case 'minimal':
      return message
    case 'raw':
      return { ...message, raw: toBase64Url(mail.raw) }
    case 'metadata':
      return { ...message, payload: toMetadata(mail, options.metadataHeaders) }
    case 'full':
      return { ...message, payload: toPayload(readMime(mail.raw), '', options.nonce) }
  }
}

/** The short form. A mail without labels has no `labelIds`: Gmail leaves out what is empty. */
export function toReference(mail: StoredMail): object {
  const labelIds = toLabelIds(mail)
  return { id: mail.id, threadId: mail.threadId, ...(labelIds.length > 0 && { labelIds }) }
}

/** With padding, as Gmail sends it. */
export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages: "RFC 2822 formatted and base64url encoded". */
export function fromBase64Url(text: unknown): Buffer {
  if (typeof text !== 'string' || text === '' || !/^[\w-]+={0,2}$/.test(text))
    throw invalidArgument('The raw message must be base64url encoded.')
  return Buffer.from(text, 'base64url')
}

/** Ids differ from one reading to the next, and all of them work (community evidence). */
export function findAttachment(mail: StoredMail, attachmentId: string): MimePart | null {
  const partId = Buffer.from(attachmentId, 'base64url').toString().split(' ')[0]
  return findPart(readMime(mail.raw), '', partId ?? '')
}

function findPart(part: MimePart, partId: string, wanted: string): MimePart | null {
  if (partId === wanted) return isAttached(part) ? part : null
  for (const [index, child] of part.parts.entries()) {
    const found = findPart(child, toPartId(partId, index), wanted)
    if (found) return found
  }
  return null
}

/** Transfer encoding off, charset as it was: whether Gmail recodes text is unverified. */
function toPayload(part: MimePart, partId: string, nonce: string): object {
  return {
    partId,
    mimeType: part.mimeType,
    filename: part.filename,
    headers: part.headers.list,
    body: toBody(part, partId, nonce),
    ...(part.parts.length > 0 && {
      parts: part.parts.map((child, index) => toPayload(child, toPartId(partId, index), nonce)),
    }),
  }
}

function toBody(part: MimePart, partId: string, nonce: string): object {
  const size = part.body.length
  if (isAttached(part))
    return { attachmentId: toBase64Url(Buffer.from(`${partId} ${nonce}`)), size }
  return size === 0 ? { size } : { size, data: toBase64Url(part.body) }
}

function toMetadata({ headers }: StoredMail, wanted: readonly string[]): object {
  const names = new Set(wanted.map((name) => name.toLowerCase()))
  const shown = headers.list.filter(({ name }) => names.size === 0 || names.has(name.toLowerCase()))
  return { mimeType: toMimeType(headers), headers: shown }
}

function isAttached({ filename, parts }: MimePart): boolean {
  return filename !== '' && parts.length === 0
}

function toPartId(parent: string, index: number): string {
  return parent === '' ? String(index) : `${parent}.${index}`
}

/** Reading a mail of 50 MB for its first words is done once. */
const snippets = new WeakMap<Uint8Array, string>()

function toSnippet({ raw }: StoredMail): string {
  const snippet = snippets.get(raw) ?? readSnippet(raw)
  snippets.set(raw, snippet)
  return snippet
}

function readSnippet(raw: Uint8Array): string {
  const text = listParts(readMime(raw)).find(
    ({ mimeType, filename }) => mimeType.startsWith('text/') && filename === '',
  )
  if (!text) return ''
  return toText({ ...text, body: text.body.subarray(0, 2000) })
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
}
