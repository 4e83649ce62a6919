import type { gmail_v1 } from '@googleapis/gmail'
import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { listParts, readMime, toMimeType, toText, type MimePart } from '../../world/message/mime.ts'
import type { Quirks } from '../quirks.ts'
import { checked, type Checked } from './answers.ts'
import { invalidArgument } from './gmail-error.ts'
import { toLabelIds } from './label-ids.ts'
import { toShownHeader } from './shown-headers.ts'

export const formats = ['full', 'metadata', 'minimal', 'raw'] as const
export type Format = (typeof formats)[number]

type ViewOptions = {
  readonly metadataHeaders: readonly string[]
  readonly nonce: string
  readonly quirks: Quirks
}

type Part = Checked<gmail_v1.Schema$MessagePart>

/**
 * A message in the format of `messages.get`
 * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#Message).
 */
export function toMessage(
  stored: StoredMessage,
  format: Format,
  options: ViewOptions,
): Checked<gmail_v1.Schema$Message> {
  const labelIds = toLabelIds(stored)
  const message = {
    id: stored.id,
    threadId: stored.threadId,
    ...(labelIds.length > 0 && { labelIds }),
    snippet: toSnippet(stored),
    sizeEstimate: stored.raw.length,
    historyId: String(stored.changeId),
    internalDate: String(stored.receivedAt.getTime()),
  }
  switch (format) {
    case 'minimal':
      return checked.message(message)
    case 'raw':
      return checked.message({ ...message, raw: toBase64Url(stored.raw) })
    case 'metadata':
      return checked.message({ ...message, payload: toMetadata(stored, options) })
    case 'full':
      return checked.message({ ...message, payload: toPayload(readMime(stored.raw), '', options) })
  }
}

/** The short form. Gmail omits empty fields, so a message without labels has no `labelIds`. */
export function toReference({
  id,
  threadId,
  ...state
}: StoredMessage): Checked<gmail_v1.Schema$Message> {
  const labelIds = toLabelIds(state)
  return checked.message({ id, threadId, ...(labelIds.length > 0 && { labelIds }) })
}

/** Padded, as Gmail sends it. */
export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}

/**
 * The `raw` field is base64url
 * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages).
 */
export function fromBase64Url(text: unknown): Buffer {
  if (typeof text !== 'string' || text === '' || !/^[\w-]+={0,2}$/.test(text))
    throw invalidArgument('The raw message must be base64url encoded.')
  return Buffer.from(text, 'base64url')
}

/**
 * Gmail returns a different attachment id on each read, and all of them stay valid (seen by users,
 * not documented).
 */
export function findAttachment(stored: StoredMessage, attachmentId: string): MimePart | null {
  const partId = Buffer.from(attachmentId, 'base64url').toString().split(' ')[0]
  return findPart(readMime(stored.raw), '', partId ?? '')
}

function findPart(part: MimePart, partId: string, wanted: string): MimePart | null {
  if (partId === wanted) return isAttached(part) ? part : null
  for (const [index, child] of part.parts.entries()) {
    const found = findPart(child, toPartId(partId, index), wanted)
    if (found) return found
  }
  return null
}

/**
 * Bodies are decoded from their transfer encoding but keep their charset. Whether Gmail recodes
 * text is not documented.
 */
function toPayload(part: MimePart, partId: string, options: ViewOptions): Part {
  return checked.messagePart({
    partId,
    mimeType: part.mimeType,
    filename: part.filename,
    headers: part.headers.list.map((header) => toShownHeader(header, options.quirks)),
    body: toBody(part, partId, options.nonce),
    ...(part.parts.length > 0 && {
      parts: part.parts.map((child, index) => toPayload(child, toPartId(partId, index), options)),
    }),
  })
}

function toBody(
  part: MimePart,
  partId: string,
  nonce: string,
): Checked<gmail_v1.Schema$MessagePartBody> {
  const size = part.body.length
  if (isAttached(part)) {
    const attachmentId = toBase64Url(Buffer.from(`${partId} ${nonce}`))
    return checked.messagePartBody({ attachmentId, size })
  }
  return checked.messagePartBody({
    size,
    ...(size > 0 && { data: toBase64Url(part.body) }),
  })
}

function toMetadata({ headers }: StoredMessage, { metadataHeaders, quirks }: ViewOptions): Part {
  const names = new Set(metadataHeaders.map((name) => name.toLowerCase()))
  const shown = headers.list.filter(({ name }) => names.size === 0 || names.has(name.toLowerCase()))
  return checked.messagePart({
    mimeType: toMimeType(headers),
    headers: shown.map((header) => toShownHeader(header, quirks)),
  })
}

function isAttached({ filename, parts }: MimePart): boolean {
  return filename !== '' && parts.length === 0
}

function toPartId(parent: string, index: number): string {
  return parent === '' ? String(index) : `${parent}.${index}`
}

/** A cache, so that a message of 50 MB is parsed only once. */
const snippets = new WeakMap<Uint8Array, string>()

function toSnippet({ raw }: StoredMessage): string {
  const snippet = snippets.get(raw) ?? readSnippet(raw)
  snippets.set(raw, snippet)
  return snippet
}

function readSnippet(raw: Uint8Array): string {
  const text = listParts(readMime(raw)).find(
    ({ mimeType, filename }) => mimeType.startsWith('text/') && filename === '',
  )
  if (!text) return ''
  const start = toText({ ...text, body: text.body.subarray(0, 2000) })
  const words = text.mimeType === 'text/html' ? start.replace(/<[^>]*>/g, ' ') : start
  return escapeHtml(words.replace(/\s+/g, ' ').trim().slice(0, 200))
}

/** Gmail sends the snippet escaped: `I&#39;m in` (seen by users, not documented). */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
