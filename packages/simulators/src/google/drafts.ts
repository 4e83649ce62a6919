import type { StoredMail } from '../world/mail-store.ts'
import { invalidArgument, notFound } from './gmail-error.ts'
import { fromBase64Url, toMessage, toReference } from './message-view.ts'
import { loadMail, readFormat } from './messages.ts'
import type { Call, JsonObject, Route } from './route.ts'
import { opens } from './scopes.ts'
import { chooseThread, sendMail } from './sending.ts'
import { costs } from './units.ts'

export const draftRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'drafts',
    scopes: opens.drafting,
    units: costs.createDraft,
    body: { message: { raw: 'string', threadId: 'string' } },
    answer: createDraft,
  },
  {
    method: 'GET',
    path: 'drafts/:id',
    scopes: opens.readingDrafts,
    units: costs.getDraft,
    query: { format: 'string' },
    answer: (call) => {
      const id = call.param('id')
      const mail = loadDraft(call, id)
      const options = { metadataHeaders: [], nonce: call.gmail.world.chance.token(16) }
      return { id, message: toMessage(mail, readFormat(call.query.text('format')), options) }
    },
  },
  {
    method: 'DELETE',
    path: 'drafts/:id',
    scopes: opens.drafting,
    units: costs.deleteDraft,
    answer: (call) => {
      dropDraft(call, call.param('id'))
      note(call, call.param('id'), 'deleted')
      return null
    },
  },
  {
    method: 'POST',
    path: 'drafts/send',
    scopes: opens.drafting,
    units: costs.sendDraft,
    body: { id: 'string' },
    answer: sendDraft,
  },
]

function createDraft(call: Call): object {
  const { gmail, store, body } = call
  const { raw: encoded, threadId: wished } = (body['message'] ?? {}) as JsonObject
  const raw = fromBase64Url(encoded)
  const threadId = chooseThread(gmail, store, raw, wished)
  const mail = store.add({ raw, threadId, places: ['drafts'], isRead: true })
  const id = `r${gmail.world.chance.below(Number.MAX_SAFE_INTEGER)}`
  gmail.drafts.set(id, mail.id)
  note(call, id, 'created')
  return { id, message: toReference(mail) }
}

/**
 * "The draft is automatically deleted and a new message with an updated ID is
 * created with the SENT system label"
 * (https://developers.google.com/workspace/gmail/api/guides/drafts#sending_drafts).
 */
function sendDraft(call: Call): object {
  const id = call.body['id']
  if (typeof id !== 'string') throw invalidArgument('Missing draft id')
  const { raw, threadId } = loadDraft(call, id)
  const sent = sendMail(call.gmail, call.store, raw, threadId)
  dropDraft(call, id)
  note(call, id, 'sent')
  return toReference(sent)
}

function loadDraft({ gmail, store }: Call, id: string): StoredMail {
  const mailId = gmail.drafts.get(id)
  if (mailId === undefined) throw notFound()
  // Another mailbox's draft is a mail this one does not have.
  return loadMail(store, mailId)
}

function dropDraft(call: Call, id: string): void {
  call.store.remove(loadDraft(call, id).id)
  call.gmail.drafts.delete(id)
}

function note({ gmail, store }: Call, draftId: string, what: 'created' | 'sent' | 'deleted'): void {
  const { record, clock } = gmail.world
  record.drafts.push({ mailbox: store.address, at: clock.now(), what, draftId })
}
