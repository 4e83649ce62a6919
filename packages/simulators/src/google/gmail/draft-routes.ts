import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { scopesFor } from '../oauth/scopes.ts'
import { checked, type Answer } from './answers.ts'
import { invalidArgument, notFound } from './gmail-error.ts'
import { loadMessage, readFormat } from './message-routes.ts'
import { fromBase64Url, toMessage, toReference } from './message-view.ts'
import { takePage } from './paging.ts'
import { unitCosts } from './quota-units.ts'
import type { Call, JsonObject, Route } from './route.ts'
import { chooseThread, sendMessage } from './sending.ts'

export const draftRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'drafts',
    scopes: scopesFor.drafting,
    units: unitCosts.createDraft,
    body: { message: { raw: 'string', threadId: 'string' } },
    handle: createDraft,
  },
  {
    method: 'GET',
    path: 'drafts',
    scopes: scopesFor.readingDrafts,
    units: unitCosts.listDrafts,
    query: { maxResults: 'number', pageToken: 'string' },
    handle: listDrafts,
  },
  {
    method: 'GET',
    path: 'drafts/:id',
    scopes: scopesFor.readingDrafts,
    units: unitCosts.getDraft,
    query: { format: 'string' },
    handle: (call) => {
      const id = call.param('id')
      const message = loadDraft(call, id)
      const options = {
        metadataHeaders: [],
        nonce: call.gmail.world.random.token(16),
        quirks: call.gmail.quirks,
      }
      const format = readFormat(call.query.text('format'))
      return checked.draft({ id, message: toMessage(message, format, options) })
    },
  },
  {
    method: 'DELETE',
    path: 'drafts/:id',
    scopes: scopesFor.drafting,
    units: unitCosts.deleteDraft,
    handle: (call) => {
      removeDraft(call, call.param('id'))
      recordDraft(call, call.param('id'), 'deleted')
      return null
    },
  },
  {
    method: 'POST',
    path: 'drafts/send',
    scopes: scopesFor.drafting,
    units: unitCosts.sendDraft,
    body: { id: 'string' },
    handle: sendDraft,
  },
]

function createDraft(call: Call): Answer {
  const { gmail, store, body } = call
  const { raw: encoded, threadId: requestedThreadId } = (body['message'] ?? {}) as JsonObject
  const raw = fromBase64Url(encoded)
  const threadId = chooseThread(gmail, store, raw, requestedThreadId)
  const message = store.add({ raw, threadId, folders: ['drafts'], isRead: true })
  const id = `r${gmail.world.random.below(Number.MAX_SAFE_INTEGER)}`
  gmail.drafts.set(id, message.id)
  recordDraft(call, id, 'created')
  return checked.draft({ id, message: toReference(message) })
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.drafts/list */
function listDrafts({ gmail, store, query }: Call): Answer {
  const idOf = new Map([...gmail.drafts].map(([id, storedMessageId]) => [storedMessageId, id]))
  const all = [...store.list('drafts')].flatMap((message) => {
    const id = idOf.get(message.id)
    return id === undefined ? [] : [checked.draft({ id, message: toReference(message) })]
  })
  const { items, nextToken } = takePage(all, {
    idOf: ({ id }) => id ?? '',
    size: query.count('maxResults', { byDefault: 100, max: 500 }),
    token: query.text('pageToken'),
  })
  return checked.drafts({
    ...(items.length > 0 && { drafts: [...items] }),
    ...(nextToken !== null && { nextPageToken: nextToken }),
    resultSizeEstimate: all.length,
  })
}

/**
 * Gmail deletes the draft and creates a new message, with a new id and the label SENT
 * (https://developers.google.com/workspace/gmail/api/guides/drafts#sending_drafts).
 */
function sendDraft(call: Call): Answer {
  const id = call.body['id']
  if (typeof id !== 'string') throw invalidArgument('Missing draft id')
  const { raw, threadId } = loadDraft(call, id)
  const sent = sendMessage(call.gmail, call.store, raw, threadId)
  removeDraft(call, id)
  recordDraft(call, id, 'sent')
  return toReference(sent)
}

function loadDraft({ gmail, store }: Call, id: string): StoredMessage {
  const storedMessageId = gmail.drafts.get(id)
  if (storedMessageId === undefined) throw notFound()
  // The draft may belong to another mailbox; then this one has no such message.
  return loadMessage(store, storedMessageId)
}

function removeDraft(call: Call, id: string): void {
  call.store.remove(loadDraft(call, id).id)
  call.gmail.drafts.delete(id)
}

function recordDraft(
  { gmail, store }: Call,
  draftId: string,
  what: 'created' | 'sent' | 'deleted',
): void {
  const { record, clock } = gmail.world
  record.drafts.push({ mailbox: store.address, at: clock.now(), what, draftId })
}
