import type { InternetMessageHeader, Message, Recipient } from '@microsoft/microsoft-graph-types'
import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { findBody, listParts, readMime, type NamedAddress } from '../../world/message/mime.ts'
import { notSimulated } from '../graph/graph-error.ts'
import type { Preferences } from '../graph/preferences.ts'
import { mayDo, type Scope } from '../login/scopes.ts'
import type { Quirks } from '../quirks.ts'
import { toExpanded } from './extended-properties.ts'
import { loadFolderOf } from './folders.ts'
import type { ItemIds } from './item-ids.ts'
import { toHtml, toPlainText } from './markup.ts'

/** A mark for drafts in Deleted Items, which are still drafts. */
export const unsent = 'unsent'
/** Prefix of the marks that are categories. */
export const categoryPrefix = 'category:'

export type MessageJson = Message & {
  readonly id: string
  readonly '@odata.etag'?: string
  readonly '@odata.context'?: string
}

/** The mailbox, permissions and preferences with which messages are read. */
export type Viewer = {
  readonly store: MailStore
  readonly ids: ItemIds
  readonly scopes: readonly Scope[]
  readonly preferences: Preferences
  readonly quirks: Quirks
  /** Outlook on the web. */
  readonly webUrl: string
}

/** Only properties of Microsoft's type, each with its type. */
type Properties = {
  readonly [Name in keyof Message]?: (
    message: StoredMessage,
    viewer: Viewer,
  ) => Message[Name] | undefined
}

/** The supported properties of https://learn.microsoft.com/graph/api/resources/message. */
const properties = {
  createdDateTime: (message) => toDateTime(message.receivedAt),
  changeKey: (message) => toChangeKey(message),
  categories: (message) => toCategories(message),
  receivedDateTime: (message) => toDateTime(message.receivedAt),
  sentDateTime: (message) => toDateTime(toSentAt(message)),
  hasAttachments: (message) =>
    listParts(readMime(message.raw)).some(
      ({ filename, mimeType }) => filename !== '' && !mimeType.startsWith('multipart/'),
    ),
  internetMessageId: (message) => message.headers.find('message-id'),
  internetMessageHeaders: (message, { quirks }) => toShownHeaders(message, quirks),
  subject: (message) => message.headers.findText('subject') ?? '',
  bodyPreview: (message) => toText(message).trim().slice(0, 255),
  parentFolderId: (message, { store }) => loadFolderOf(store, message.folders).id,
  conversationId: (message, { store }) => toConversationId(message, store),
  isRead: (message) => message.isRead,
  isDraft: (message) => isDraft(message),
  body: (message, { preferences }) =>
    preferences.bodyType === 'text'
      ? { contentType: 'text' as const, content: toText(message) }
      : // Graph's default is HTML (https://learn.microsoft.com/graph/api/message-get).
        { contentType: 'html' as const, content: toMarkup(message) },
  sender: (message) => findRecipient(message, 'sender') ?? findRecipient(message, 'from'),
  from: (message) => findRecipient(message, 'from'),
  toRecipients: (message) => toRecipients(message, 'to'),
  ccRecipients: (message) => toRecipients(message, 'cc'),
  bccRecipients: (message) => toRecipients(message, 'bcc'),
  replyTo: (message) => toRecipients(message, 'reply-to'),
  webLink: ({ id }, { ids, webUrl }) =>
    `${webUrl}/?${new URLSearchParams({ ItemID: ids.toId(id, false), exvsurl: '1', viewmodel: 'ReadMessageItem' })}`,
} as const satisfies Properties

type PropertyName = keyof typeof properties

/** The selected properties; `null` means the default ones. */
export type Selection = readonly PropertyName[] | null

/** Returned only on `$select`. */
const onlySelected: readonly PropertyName[] = ['internetMessageHeaders']
/** Mail.ReadBasic excludes these (https://learn.microsoft.com/graph/permissions-reference). */
const beyondBasic: readonly PropertyName[] = ['body', 'bodyPreview']

/** Parses `$select`. The id is always returned. */
export function parseSelect(text: string | null): Selection {
  if (text === null) return null
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'id')
    .map((name) => {
      if (!isPropertyName(name)) throw notSimulated(`the property '${name}' of a message`)
      return name
    })
}

export function toMessageJson(
  message: StoredMessage,
  select: Selection,
  viewer: Viewer,
  expanded: readonly string[] = [],
): MessageJson {
  const byDefault = Object.keys(properties)
    .filter(isPropertyName)
    .filter((name) => !onlySelected.includes(name))
  const shown = (select ?? byDefault).filter(
    (name) => mayDo(viewer.scopes, 'Mail.Read') || !beyondBasic.includes(name),
  )
  return {
    '@odata.etag': `W/"${toChangeKey(message)}"`,
    id: viewer.ids.toId(message.id, viewer.preferences.immutableIds),
    ...(Object.fromEntries(
      shown.map((name) => [name, properties[name](message, viewer)]),
    ) satisfies Message),
    ...toExpanded(message, expanded),
  }
}

export function isDraft({ folders, marks }: StoredMessage): boolean {
  return folders.has('drafts') || marks.has(unsent)
}

function isPropertyName(name: string): name is PropertyName {
  return Object.hasOwn(properties, name)
}

/** Graph returns whole seconds. */
function toDateTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

function toSentAt({ headers, receivedAt }: StoredMessage): Date {
  const sentAt = new Date(headers.find('date') ?? '')
  return Number.isNaN(sentAt.getTime()) ? receivedAt : sentAt
}

function toChangeKey({ id, changeId }: StoredMessage): string {
  return `CQAAABYAAA${Buffer.from(`${id}.${changeId}`).toString('base64url')}`
}

/**
 * The copy in Sent Items has no internet headers
 * (github.com/microsoftgraph/microsoft-graph-docs/issues/12726). A draft has those that were set on it.
 */
function toShownHeaders(
  message: StoredMessage,
  { missingHeaders }: Quirks,
): InternetMessageHeader[] | undefined {
  if (message.folders.has('sent')) return undefined
  const missing = new Set(missingHeaders.map((name) => name.toLowerCase()))
  // The property `from` has room for one author only.
  if (message.headers.addresses('from').length !== 1) missing.delete('from')
  return message.headers.list
    .filter(({ name }) => (isDraft(message) ? /^x-/i.test(name) : !missing.has(name.toLowerCase())))
    .map(({ name, value }) => ({ name, value }))
}

function toCategories({ marks }: StoredMessage): string[] {
  return [...marks]
    .filter((mark) => mark.startsWith(categoryPrefix))
    .map((mark) => mark.slice(categoryPrefix.length))
}

function toConversationId({ threadId }: StoredMessage, { owner }: MailStore): string {
  return `AAQkAGI2${Buffer.from(`${owner.subject}/${threadId}`).toString('base64url')}=`
}

function findRecipient(message: StoredMessage, name: string): Recipient | undefined {
  return toRecipients(message, name)[0]
}

function toRecipients({ headers }: StoredMessage, name: string): Recipient[] {
  return headers.addresses(name).map(toRecipient)
}

function toRecipient({ name, address }: NamedAddress): Recipient {
  return { emailAddress: { name: name || address, address } }
}

/** The text of a message, converted from HTML if it has no plain text. */
export function toText({ raw }: StoredMessage): string {
  const mime = readMime(raw)
  return findBody(mime, 'text/plain') ?? toPlainText(findBody(mime, 'text/html') ?? '')
}

function toMarkup({ raw }: StoredMessage): string {
  const mime = readMime(raw)
  return findBody(mime, 'text/html') ?? toHtml(findBody(mime, 'text/plain') ?? '')
}
