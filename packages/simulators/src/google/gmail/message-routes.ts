import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { readHeaders } from '../../world/message/mime.ts'
import { metadata, scopesFor } from '../oauth/scopes.ts'
import { checked, type Answer } from './answers.ts'
import {
  backendError,
  forbidden,
  invalidArgument,
  notFound,
  rateLimited,
  unauthenticated,
} from './gmail-error.ts'
import { relabel, requireLabel, toLabelIds, toMessageState } from './label-ids.ts'
import {
  findAttachment,
  formats,
  fromBase64Url,
  toBase64Url,
  toMessage,
  toReference,
  type Format,
} from './message-view.ts'
import { takePage } from './paging.ts'
import { unitCosts } from './quota-units.ts'
import type { Call, Route } from './route.ts'
import { parseSearch } from './search.ts'
import { chooseThread, sendMessage } from './sending.ts'

export const messageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'messages',
    scopes: scopesFor.reading,
    units: unitCosts.listMessages,
    query: {
      maxResults: 'number',
      pageToken: 'string',
      q: 'string',
      labelIds: 'strings',
      includeSpamTrash: 'boolean',
    },
    handle: listMessages,
  },
  {
    method: 'GET',
    path: 'messages/:id',
    scopes: scopesFor.reading,
    units: unitCosts.getMessage,
    query: { format: 'string', metadataHeaders: 'strings' },
    handle: getMessage,
  },
  {
    method: 'POST',
    path: 'messages/:id/modify',
    scopes: scopesFor.modifying,
    units: unitCosts.modifyMessage,
    body: { addLabelIds: 'strings', removeLabelIds: 'strings' },
    handle: modifyMessage,
  },
  {
    method: 'POST',
    path: 'messages/batchModify',
    scopes: scopesFor.modifying,
    units: unitCosts.batchModify,
    body: { ids: 'strings', addLabelIds: 'strings', removeLabelIds: 'strings' },
    handle: batchModify,
  },
  {
    method: 'POST',
    path: 'messages/send',
    scopes: scopesFor.sending,
    units: unitCosts.sendMessage,
    body: { raw: 'string', threadId: 'string' },
    handle: ({ gmail, store, body }) => {
      const raw = fromBase64Url(body['raw'])
      return toReference(
        sendMessage(gmail, store, raw, chooseThread(gmail, store, raw, body['threadId'])),
      )
    },
  },
  {
    method: 'POST',
    path: 'messages/import',
    scopes: scopesFor.importing,
    units: unitCosts.importMessage,
    query: { internalDateSource: 'string', neverMarkSpam: 'boolean' },
    body: { raw: 'string', threadId: 'string', labelIds: 'strings' },
    handle: importMessage,
  },
  {
    method: 'GET',
    path: 'messages/:messageId/attachments/:id',
    scopes: scopesFor.attachments,
    units: unitCosts.getAttachment,
    handle: ({ store, param }) => {
      const part = findAttachment(loadMessage(store, param('messageId')), param('id'))
      if (!part) throw invalidArgument('Invalid attachment token')
      return checked.messagePartBody({ size: part.body.length, data: toBase64Url(part.body) })
    },
  },
]

/**
 * Newest first.
 * https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/list
 */
function listMessages({ gmail, store, grant, query }: Call): Answer {
  const text = query.text('q')
  if (text !== null && isMetadataOnly(grant.scopes))
    throw forbidden("Metadata scope does not support 'q' parameter")
  const labelIds = query.texts('labelIds')
  for (const label of labelIds) requireLabel(store, label)
  const search = text === null ? null : parseSearch(text, gmail.world.clock.now())
  const includesSpamAndTrash =
    query.isOn('includeSpamTrash') ||
    (search?.includesSpamAndTrash ?? false) ||
    labelIds.some((label) => label === 'SPAM' || label === 'TRASH')
  const isWanted = (message: StoredMessage) => {
    if (!includesSpamAndTrash && (message.folders.has('junk') || message.folders.has('bin')))
      return false
    const labels = toLabelIds(message)
    return labelIds.every((label) => labels.includes(label)) && (search?.matches(message) ?? true)
  }
  const page = takePage(filter(store.list(), isWanted), {
    idOf: ({ id }) => id,
    size: query.count('maxResults', { byDefault: 100, max: 500 }),
    token: query.text('pageToken'),
  })
  return checked.messages({
    ...(page.items.length > 0 && {
      messages: page.items.map(({ id, threadId }) => ({ id, threadId })),
    }),
    ...(page.nextToken !== null && { nextPageToken: page.nextToken }),
    // Gmail's estimate is inexact, too.
    resultSizeEstimate: page.items.length + (page.nextToken === null ? 0 : 1),
  })
}

function* filter<Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (isWanted(item)) yield item
}

function getMessage({ gmail, store, grant, param, query }: Call): Answer {
  const message = loadMessage(store, param('id'))
  const format = readFormat(query.text('format'))
  if (isMetadataOnly(grant.scopes) && (format === 'full' || format === 'raw'))
    throw forbidden(`Metadata scope doesn't allow format ${format.toUpperCase()}`)
  switch (gmail.world.senderFaults.findReadFault(message)) {
    case 'rate-limit':
      throw rateLimited(new Date(gmail.world.clock.now().getTime() + 30_000))
    case 'revoke':
      store.endAccess('revoked')
      throw unauthenticated()
    case 'vanish':
      store.remove(message.id)
      throw notFound()
    case null:
  }
  const nonce = gmail.world.random.token(16)
  const metadataHeaders = query.texts('metadataHeaders')
  return toMessage(message, format, { metadataHeaders, nonce, quirks: gmail.quirks })
}

function modifyMessage({ gmail, store, param, body }: Call): Answer {
  const message = loadMessage(store, param('id'))
  const modified = store.update(message.id, relabel(store, message, readLabelChange(body)))
  if (gmail.world.senderFaults.losesMoveResponse(message)) throw backendError()
  return toReference(modified)
}

/** Unknown ids are ignored, as Gmail documents it for `batchDelete`. */
function batchModify({ store, body }: Call): null {
  const ids = (body['ids'] ?? []) as string[]
  if (ids.length === 0) throw invalidArgument('No message ids specified')
  if (ids.length > 1000) throw invalidArgument('Number of ids cannot exceed 1000')
  const change = readLabelChange(body)
  for (const message of ids.flatMap((id) => store.find(id) ?? []))
    store.update(message.id, relabel(store, message, change))
  return null
}

/**
 * Adds a message as if it had arrived by SMTP
 * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/import).
 */
function importMessage({ gmail, store, query, body }: Call): Answer {
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
      ...toMessageState(labelIds),
      ...(isDated && { receivedAt: date }),
      ...(threadId !== undefined && { threadId: chooseThread(gmail, store, raw, threadId) }),
    }),
  )
}

export function loadMessage(store: MailStore, id: string): StoredMessage {
  const message = store.find(id)
  if (!message) throw notFound()
  return message
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
  return scopes.has(metadata) && !scopesFor.attachments.some((scope) => scopes.has(scope))
}
