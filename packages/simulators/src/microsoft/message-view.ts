import type { MailStore, StoredMail } from '../world/mail-store.ts'
import { findBody, listParts, readMime, type Correspondent, type Header } from '../world/mime.ts'
import { loadFolderOf } from './folders.ts'
import { notSimulated } from './graph-error.ts'
import type { ItemIds } from './item-ids.ts'
import { toHtml, toPlainText } from './markup.ts'
import type { Preferences } from './preferences.ts'
import { mayDo, type Scope } from './scopes.ts'

/** Among the marks of a mail: a draft in the bin is still a draft. */
export const unsent = 'unsent'
/** Among the marks of a mail, before the name of a category. */
export const categoryPrefix = 'category:'

export type MessageJson = Readonly<Record<string, unknown>> & { readonly id: string }

/** Who looks, and how they would like to see it. */
export type Onlooker = {
  readonly store: MailStore
  readonly ids: ItemIds
  readonly scopes: readonly Scope[]
  readonly preferences: Preferences
}

type Property = (mail: StoredMail, onlooker: Onlooker) => unknown

/** learn.microsoft.com/graph/api/resources/message, as far as mail itself can tell. */
const properties = {
  createdDateTime: (mail) => toDateTime(mail.receivedAt),
  changeKey: (mail) => toChangeKey(mail),
  categories: (mail) => toCategories(mail),
  receivedDateTime: (mail) => toDateTime(mail.receivedAt),
  sentDateTime: (mail) => toDateTime(toSentAt(mail)),
  hasAttachments: (mail) =>
    listParts(readMime(mail.raw)).some(
      ({ filename, mimeType }) => filename !== '' && !mimeType.startsWith('multipart/'),
    ),
  internetMessageId: (mail) => mail.headers.find('message-id'),
  internetMessageHeaders: (mail) => toShownHeaders(mail),
  subject: (mail) => mail.headers.findText('subject') ?? '',
  bodyPreview: (mail) => toText(mail).trim().slice(0, 255),
  parentFolderId: (mail, { store }) => loadFolderOf(store, mail.places).id,
  conversationId: (mail, { store }) => toConversationId(mail, store),
  isRead: (mail) => mail.isRead,
  isDraft: (mail) => isDraft(mail),
  body: (mail, { preferences }) =>
    preferences.bodyType === 'text'
      ? { contentType: 'text', content: toText(mail) }
      : // "If the header is not specified, the body … returned in HTML format" (message-get).
        { contentType: 'html', content: toMarkup(mail) },
  sender: (mail) => toRecipients(mail, 'sender')[0] ?? toRecipients(mail, 'from')[0],
  from: (mail) => toRecipients(mail, 'from')[0],
  toRecipients: (mail) => toRecipients(mail, 'to'),
  ccRecipients: (mail) => toRecipients(mail, 'cc'),
  bccRecipients: (mail) => toRecipients(mail, 'bcc'),
  replyTo: (mail) => toRecipients(mail, 'reply-to'),
} as const satisfies Record<string, Property>

type PropertyName = keyof typeof properties

/** What is shown of a message; `null` is the usual set. */
export type Selection = readonly PropertyName[] | null

/** "Returned only on applying a $select query option" (message resource). */
const onlySelected: readonly PropertyName[] = ['internetMessageHeaders']
/** Mail.ReadBasic shows mail "except for body, previewBody, attachments" (permissions-reference). */
const beyondBasic: readonly PropertyName[] = ['body', 'bodyPreview']

/** Reads a `$select`. The id comes in any case. */
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
  mail: StoredMail,
  select: Selection,
  onlooker: Onlooker,
): MessageJson {
  const usual = Object.keys(properties)
    .filter(isPropertyName)
    .filter((name) => !onlySelected.includes(name))
  const shown = (select ?? usual).filter(
    (name) => mayDo(onlooker.scopes, 'Mail.Read') || !beyondBasic.includes(name),
  )
  return {
    '@odata.etag': `W/"${toChangeKey(mail)}"`,
    id: onlooker.ids.toId(mail.id, onlooker.preferences.immutableIds),
    ...Object.fromEntries(shown.map((name) => [name, read(name, mail, onlooker)])),
  }
}

export function isDraft({ places, marks }: StoredMail): boolean {
  return places.has('drafts') || marks.has(unsent)
}

function read(name: PropertyName, mail: StoredMail, onlooker: Onlooker): unknown {
  const property: Property = properties[name]
  return property(mail, onlooker)
}

function isPropertyName(name: string): name is PropertyName {
  return Object.hasOwn(properties, name)
}

/** Graph gives whole seconds. */
function toDateTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

function toSentAt({ headers, receivedAt }: StoredMail): Date {
  const sentAt = new Date(headers.find('date') ?? '')
  return Number.isNaN(sentAt.getTime()) ? receivedAt : sentAt
}

function toChangeKey({ id, changeId }: StoredMail): string {
  return `CQAAABYAAA${Buffer.from(`${id}.${changeId}`).toString('base64url')}`
}

/**
 * "Internet headers just do not exist on the copy in Sent Items"
 * (github.com/microsoftgraph/microsoft-graph-docs/issues/12726); a draft has those that were given to it.
 */
function toShownHeaders(mail: StoredMail): readonly Header[] | undefined {
  if (mail.places.has('sent')) return undefined
  const { list } = mail.headers
  return isDraft(mail) ? list.filter(({ name }) => /^x-/i.test(name)) : list
}

function toCategories({ marks }: StoredMail): string[] {
  return [...marks]
    .filter((mark) => mark.startsWith(categoryPrefix))
    .map((mark) => mark.slice(categoryPrefix.length))
}

function toConversationId({ threadId }: StoredMail, { owner }: MailStore): string {
  return `AAQkAGI2${Buffer.from(`${owner.subject}/${threadId}`).toString('base64url')}=`
}

function toRecipients({ headers }: StoredMail, name: string) {
  return headers.addresses(name).map(toRecipient)
}

function toRecipient({ name, address }: Correspondent) {
  return { emailAddress: { name: name || address, address } }
}

/** The words of a mail, also where it has them as HTML only. */
export function toText({ raw }: StoredMail): string {
  const mime = readMime(raw)
  return findBody(mime, 'text/plain') ?? toPlainText(findBody(mime, 'text/html') ?? '')
}

function toMarkup({ raw }: StoredMail): string {
  const mime = readMime(raw)
  return findBody(mime, 'text/html') ?? toHtml(findBody(mime, 'text/plain') ?? '')
}
