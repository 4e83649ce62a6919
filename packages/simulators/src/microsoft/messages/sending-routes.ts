import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { toDateHeader } from '../../world/message/compose.ts'
import { prependHeaders, readHeaders, removeHeader } from '../../world/message/mime.ts'
import { toRecipients } from '../../world/world.ts'
import { badRequest, GraphError, notSimulated } from '../graph/graph-error.ts'
import { checkFields, readJson, type Call, type JsonObject, type Route } from '../graph/route.ts'
import { answerEmpty, answerMessage, type Answer } from '../graph/answers.ts'
import {
  applyFields,
  invalidRecipients,
  newDraftFields,
  recordDraft,
  toExchangeMessageId,
  toReply,
  writeDraft,
} from './drafts.ts'
import { propertyPrefix, suppressesResponses } from './extended-properties.ts'
import { loadMessage, outbox, toEntity, toMessageRoutes } from './message-routes.ts'
import { toCategoryMarks } from './marks.ts'
import { categoryPrefix, isDraft } from './message-view.ts'

const suppressHeader = 'X-Auto-Response-Suppress'

export const sendingRoutes: readonly Route[] = [
  ...toMessageRoutes('POST', '/createReply', { scope: 'Mail.ReadWrite', handle: createReply }),
  ...toMessageRoutes('POST', '/send', { scope: 'Mail.Send', handle: send }),
  { method: 'POST', path: 'me/sendMail', scope: 'Mail.Send', handle: sendMail },
]

/** https://learn.microsoft.com/graph/api/message-createreply */
async function createReply(call: Call): Promise<Answer> {
  const { request, store, graph } = call
  const { world } = graph
  if (isMime(request)) throw notSimulated('createReply with MIME')
  const original = loadMessage(call)
  const { comment = '', message = {} } = await readJson(request, ['comment', 'message'])
  if (typeof comment !== 'string') throw badRequest("The property 'comment' must be a string.")
  const fields = checkFields(message, [...newDraftFields, 'categories'], "'message'")
  // Graph rejects a request with both.
  if (comment !== '' && 'body' in fields)
    throw badRequest("Either 'comment' or the 'body' of 'message' may be given, not both.")
  const reply = toReply(original, {
    from: toSender(call),
    rfcMessageId: toExchangeMessageId(world.random.hex(32)),
    comment,
  })
  const raw = await writeDraft(applyFields(reply, fields), world.clock.now())
  const { threadId } = original
  const marks = toCategoryMarks(fields)
  const draft = store.add({ raw, folders: ['drafts'], marks, isRead: true, threadId })
  recordDraft(call, draft, 'created')
  return answerMessage(toEntity(call, draft), { status: 201 })
}

/** Responds 202 without a body. The copy in Sent Items appears later. */
async function send(call: Call): Promise<Answer> {
  const { store, graph, request } = call
  const { world, quirks } = graph
  await readJson(request, [])
  const draft = loadMessage(call)
  if (!isDraft(draft))
    throw new GraphError(400, 'ErrorInvalidOperation', 'The message is not a draft.')
  // Two concurrent calls could both find the draft. There is no await from here on, so the second
  // one does not.
  const date = { name: 'Date', value: toDateHeader(world.clock.now()) }
  const sent = submit(
    call,
    prependHeaders(removeHeader(draft.raw, 'date'), [date]),
    suppressesResponses(draft),
  )
  store.rewrite(draft.id, sent)
  recordDraft(call, draft, 'sent')
  if (quirks.sentCopyLateByMs > 0) {
    store.move(draft.id, outbox)
    world.clock.after(quirks.sentCopyLateByMs, () => showInSentItems(call, draft, sent))
  } else showInSentItems(call, draft, sent)
  return answerEmpty(202)
}

function showInSentItems({ store, graph }: Call, draft: StoredMessage, raw: Uint8Array): void {
  const { sentCopyHasNewId, sentCopyLosesCategories } = graph.quirks
  const marks = [...draft.marks].filter(
    (mark) =>
      mark.startsWith(propertyPrefix) ||
      (mark.startsWith(categoryPrefix) && !sentCopyLosesCategories),
  )
  if (!sentCopyHasNewId) {
    store.update(draft.id, { folders: new Set(['sent']), marks: new Set(marks) })
    return
  }
  const { id, threadId } = draft
  store.remove(id)
  store.add({ raw, folders: ['sent'], marks, isRead: true, threadId })
}

/** https://learn.microsoft.com/graph/api/user-sendmail, with a body in JSON or base64 MIME. */
async function sendMail(call: Call): Promise<Answer> {
  const { request, store } = call
  const { raw, isSaved } = isMime(request)
    ? { raw: await readMimeSubmission(call), isSaved: true }
    : await readJsonSubmission(call)
  const sent = submit(call, raw, false)
  if (isSaved) store.add({ raw: sent, folders: ['sent'], isRead: true })
  return answerEmpty(202)
}

async function readJsonSubmission(call: Call): Promise<{ raw: Uint8Array; isSaved: boolean }> {
  const { world } = call.graph
  const body = await readJson(call.request, ['message', 'saveToSentItems'])
  const fields: JsonObject = checkFields(body['message'], newDraftFields, "'message'")
  const empty = {
    from: toSender(call),
    to: [],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: '',
    body: { contentType: 'text' as const, content: '' },
    rfcMessageId: toExchangeMessageId(world.random.hex(32)),
    inReplyTo: null,
    references: [],
    headers: [],
  }
  const raw = await writeDraft(applyFields(empty, fields), world.clock.now())
  return { raw, isSaved: body['saveToSentItems'] !== false }
}

async function readMimeSubmission({ request, store, graph }: Call): Promise<Uint8Array> {
  const text = (await request.text()).replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new GraphError(
      400,
      'ErrorMimeContentInvalidBase64String',
      'Invalid base64 string for MIME content.',
    )
  const raw = Buffer.from(text, 'base64')
  const headers = readHeaders(raw)
  const [sender] = headers.addresses('from')
  if (sender && !store.owns(sender.address))
    throw new GraphError(
      403,
      'ErrorSendAsDenied',
      'The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.',
    )
  if (headers.find('message-id') !== null) return raw
  const rfcMessageId = toExchangeMessageId(graph.world.random.hex(32))
  return prependHeaders(raw, [{ name: 'Message-ID', value: rfcMessageId }])
}

/**
 * Sends a message. Exchange removes `Auto-Submitted`, even from MIME submissions, and writes the
 * header for `PidTagAutoResponseSuppress`.
 */
function submit(
  { graph, grant, store }: Call,
  raw: Uint8Array,
  isSuppressing: boolean,
): Uint8Array {
  if (toRecipients(readHeaders(raw)).size === 0) throw invalidRecipients()
  graph.throttle.countSend(grant)
  const submitted = removeHeader(raw, 'auto-submitted')
  const sent = graph.quirks.droppedSuppressHeader
    ? removeHeader(submitted, suppressHeader)
    : submitted
  const written = isSuppressing
    ? prependHeaders(removeHeader(sent, suppressHeader), [{ name: suppressHeader, value: 'All' }])
    : sent
  graph.world.send(store, written)
  return written
}

function toSender({ grant }: Call) {
  return { name: grant.account.name, address: grant.account.address }
}

function isMime(request: Request): boolean {
  return request.headers.get('content-type')?.split(';')[0] === 'text/plain'
}
