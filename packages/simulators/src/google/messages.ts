import type { MailStore, StoredMail } from '../world/mail-store.ts'
import { readHeaders } from '../world/mime.ts'
import {
  backendError,
  forbidden,
  invalidArgument,
  notFound,
  rateLimited,
  unauthenticated,
} from './gmail-error.ts'
import { relabel, requireLabel, toLabelIds, toStanding } from './label-ids.ts'
import {
  findAttachment,
  formats,
  fromBase64Url,
  toBase64Url,
  toMessage,
  toReference,
  type Format,
} from './message-view.ts'
import { takePage } from './pages.ts'
import type { Call, Route } from './route.ts'
import { metadata, opens } from './scopes.ts'
import { parseSearch } from './search.ts'
import { chooseThread, sendMail } from './sending.ts'
import { costs } from './units.ts'

export const messageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'messages',
    scopes: opens.reading,
    units: costs.listMessages,
    query: {
      maxResults: 'number',
      pageToken: 'string',
      q: 'string',
      labelIds: 'strings',
      includeSpamTrash: 'boolean',
    },
    answer: listMessages,
  },
  {
    method: 'GET',
    path: 'messages/:id',
    scopes: opens.reading,
    units: costs.getMessage,
    query: { format: 'string', metadataHeaders: 'strings' },
    answer: getMessage,
  },
  {
    method: 'POST',
    path: 'messages/:id/modify',
    scopes: opens.modifying,
    units: costs.modifyMessage,
    body: { addLabelIds: 'strings', removeLabelIds: 'strings' },
    answer: modifyMessage,
  },
  {
    method: 'POST',
    path: 'messages/batchModify',
    scopes: opens.modifying,
    units: costs.batchModify,
    body: { ids: 'strings', addLabelIds: 'strings', removeLabelIds: 'strings' },
    answer: batchModify,
  },
  {
    method: 'POST',
    path: 'messages/send',
    scopes: opens.sending,
    units: costs.sendMessage,
    body: { raw: 'string', threadId: 'string' },
    answer: ({ gmail, store, body }) => {
      const raw = fromBase64Url(body['raw'])
      return toReference(
        sendMail(gmail, store, raw, chooseThread(gmail, store, raw, body['threadId'])),
      )
    },
  },
  {
    method: 'POST',
    path: 'messages/import',
    scopes: opens.importing,
    units: costs.importMessage,
    query: { internalDateSource: 'string', neverMarkSpam: 'boolean' },
    body: { raw: 'string', threadId: 'string', labelIds: 'strings' },
    answer: importMessage,
  },
  {
    method: 'GET',
    path: 'messages/:messageId/attachments/:id',
    scopes: opens.attachments,
    units: costs.getAttachment,
    answer: ({ store, param }) => {
      const part = findAttachment(loadMail(store, param('messageId')), param('id'))
      if (!part) throw invalidArgument('Invalid attachment token')
      return { size: part.body.length, data: toBase64Url(part.body) }
    },
  },
]

/** Newest first. https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/list */
function listMessages({ gmail, store, grant, query }: Call): object {
  const text = query.text('q')
  if (text !== null && isMetadataOnly(grant.scopes))
    throw forbidden("Metadata scope does not support 'q' parameter")
  const labelIds = query.texts('labelIds')
  for (const label of labelIds) requireLabel(store, label)
  const search = text === null ? null : parseSearch(text, gmail.world.clock.now())
  const reachesAll =
    query.isOn('includeSpamTrash') ||
    (search?.reachesSpamAndTrash ?? false) ||
    labelIds.some((label) => label === 'SPAM' || label === 'TRASH')
  const isWanted = (mail: StoredMail) => {
    if (!reachesAll && (mail.places.has('junk') || mail.places.has('bin'))) return false
    const labels = toLabelIds(mail)
    return labelIds.every((label) => labels.includes(label)) && (search?.matches(mail) ?? true)
  }
  const page = takePage(filter(store.list(), isWanted), {
    idOf: ({ id }) => id,
    size: query.count('maxResults', { otherwise: 100, most: 500 }),
    token: query.text('pageToken'),
  })
  return {
    ...(page.items.length > 0 && {
      messages: page.items.map(({ id, threadId }) => ({ id, threadId })),
    }),
    ...(page.nextToken !== null && { nextPageToken: page.nextToken }),
    // Only an estimate, and in Gmail a poor one too.
    resultSizeEstimate: page.items.length + (page.nextToken === null ? 0 : 1),
  }
}

function* filter<Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (isWanted(item)) yield item
}

function getMessage({ gmail, store, grant, param, query }: Call): object {
  const mail = loadMail(store, param('id'))
  const format = readFormat(query.text('format'))
  if (isMetadataOnly(grant.scopes) && (format === 'full' || format === 'raw'))
    throw forbidden(`Metadata scope doesn't allow format ${format.toUpperCase()}`)
  switch (gmail.world.provocations.findReadingTrouble(mail)) {
    case 'rate-limit':
      throw rateLimited(new Date(gmail.world.clock.now().getTime() + 30_000))
    case 'revoke':
      store.endAccess('revoked')
      throw unauthenticated()
    case 'vanish':
      store.remove(mail.id)
      throw notFound()
    case null:
  }
  const nonce = gmail.world.chance.token(16)
  return toMessage(mail, format, { metadataHeaders: query.texts('metadataHeaders'), nonce })
}

function modifyMessage({ gmail, store, param, body }: Call): object {
  const mail = loadMail(store, param('id'))
  const modified = store.update(mail.id, relabel(store, mail, readLabelChange(body)))
  if (gmail.world.provocations.losesAnswer(mail)) throw backendError()
  return toReference(modified)
}

/** Ids of mail that is gone are passed over, as for `batchDelete`: "no guarantees that messages … even existed at all". */
function batchModify({ store, body }: Call): null {
  const ids = (body['ids'] ?? []) as string[]
  if (ids.length === 0) throw invalidArgument('No message ids specified')
  // PROVIDERS 1.3 D.
  if (ids.length > 1000) throw invalidArgument('Number of ids cannot exceed 1000')
  const change = readLabelChange(body)
  for (const mail of ids.flatMap((id) => store.find(id) ?? []))
    store.update(mail.id, relabel(store, mail, change))
  return null
}

/** As if it had come by SMTP, without leaving this mailbox (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/import). */
function importMessage({ gmail, store, query, body }: Call): object {
  const raw = fromBase64Url(body['raw'])
  const labelIds = (body['labelIds'] ?? ['INBOX', 'UNREAD']) as string[]
  for (const label of labelIds) requireLabel(store, label)
  const source = query.text('internalDateSource') ?? 'dateHeader'
  if (source !== 'dateHeader' && source !== 'receivedTime')
    throw invalidArgument(`Invalid value at 'internalDateSource', "${source}"`)
  const date = new Date(readHeaders(raw).find('date') ?? '')
  const isDated = source === 'dateHeader' && !Number.isNaN(date.getTime())
  const threadId = body['threadId']
  return toReference(
    gmail.world.deliver(raw, store.address, {
      ...toStanding(labelIds),
      ...(isDated && { receivedAt: date }),
      ...(threadId !== undefined && { threadId: chooseThread(gmail, store, raw, threadId) }),
    }),
  )
}

export function loadMail(store: MailStore, id: string): StoredMail {
  const mail = store.find(id)
  if (!mail) throw notFound()
  return mail
}

export function readFormat(value: string | null): Format {
  const format = formats.find((name) => name === (value ?? 'full').toLowerCase())
  if (!format) throw invalidArgument(`Invalid value at 'format', "${value}"`)
  return format
}

function readLabelChange(body: Call['body']): { add: string[]; remove: string[] } {
  return {
    add: (body['addLabelIds'] ?? []) as string[],
    remove: (body['removeLabelIds'] ?? []) as string[],
  }
}

function isMetadataOnly(scopes: ReadonlySet<string>): boolean {
  return scopes.has(metadata) && !opens.attachments.some((scope) => scopes.has(scope))
}
