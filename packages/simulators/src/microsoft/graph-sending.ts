import { toMailDate } from '../world/compose.ts'
import { prependHeaders, readHeaders, removeHeader } from '../world/mime.ts'
import { toRecipients } from '../world/world.ts'
import {
  applyFields,
  invalidRecipients,
  newDraftFields,
  noteDraft,
  toExchangeMessageId,
  toReply,
  writeDraft,
} from './drafts.ts'
import { badRequest, GraphError, notSimulated } from './graph-error.ts'
import { loadMail, ofOneMessage, outbox, toEntity } from './graph-messages.ts'
import { isDraft } from './message-view.ts'
import { checkFields, readJson, type Call, type JsonObject, type Route } from './route.ts'

export const sendingRoutes: readonly Route[] = [
  ...ofOneMessage('POST', '/createReply', { scope: 'Mail.ReadWrite', answer: createReply }),
  ...ofOneMessage('POST', '/send', { scope: 'Mail.Send', answer: send }),
  { method: 'POST', path: 'me/sendMail', scope: 'Mail.Send', answer: sendMail },
]

/** learn.microsoft.com/graph/api/message-createreply */
async function createReply(call: Call): Promise<Response> {
  const { request, store, graph } = call
  const { world } = graph
  if (isMime(request)) throw notSimulated('createReply with MIME')
  const original = loadMail(call)
  const { comment = '', message = {} } = await readJson(request, ['comment', 'message'])
  if (typeof comment !== 'string') throw badRequest("The property 'comment' must be a string.")
  const fields = checkFields(message, newDraftFields, "'message'")
  // "Specify either a comment or the body property … Specifying both will return an HTTP 400."
  if (comment !== '' && 'body' in fields)
    throw badRequest("Either 'comment' or the 'body' of 'message' may be given, not both.")
  const begun = toReply(original, {
    from: toSender(call),
    messageId: toExchangeMessageId(world.chance.hex(32)),
    comment,
  })
  const raw = await writeDraft(applyFields(begun, fields), world.clock.now())
  const { threadId } = original
  const draft = store.add({ raw, places: ['drafts'], isRead: true, threadId })
  noteDraft(call, draft, 'created')
  return Response.json(toEntity(call, draft), { status: 201 })
}

/** 202 and nothing else: what was sent is found in Sent Items under the draft's immutable id (outlook-immutable-id). */
async function send(call: Call): Promise<Response> {
  const { store, graph, request } = call
  const { world, quirks } = graph
  await readJson(request, [])
  const draft = loadMail(call)
  if (!isDraft(draft))
    throw new GraphError(400, 'ErrorInvalidOperation', 'The message is not a draft.')
  // From here to the end without a pause: of two calls at once, one finds no draft.
  const date = { name: 'Date', value: toMailDate(world.clock.now()) }
  const sent = dispatch(call, prependHeaders(removeHeader(draft.raw, 'date'), [date]))
  store.rewrite(draft.id, sent)
  noteDraft(call, draft, 'sent')
  const arrive = () => store.update(draft.id, { places: new Set(['sent']), marks: new Set() })
  if (quirks.sentItemsLateByMs > 0) {
    store.move(draft.id, outbox)
    world.clock.after(quirks.sentItemsLateByMs, () => void arrive())
  } else arrive()
  return new Response(null, { status: 202 })
}

/** learn.microsoft.com/graph/api/user-sendmail, as JSON or as MIME in base64. */
async function sendMail(call: Call): Promise<Response> {
  const { request, store } = call
  const { raw, isKept } = isMime(request)
    ? { raw: await readMimeSubmission(call), isKept: true }
    : await readJsonSubmission(call)
  const sent = dispatch(call, raw)
  if (isKept) store.add({ raw: sent, places: ['sent'], isRead: true })
  return new Response(null, { status: 202 })
}

async function readJsonSubmission(call: Call): Promise<{ raw: Uint8Array; isKept: boolean }> {
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
    messageId: toExchangeMessageId(world.chance.hex(32)),
    inReplyTo: null,
    references: [],
    headers: [],
  }
  const raw = await writeDraft(applyFields(empty, fields), world.clock.now())
  return { raw, isKept: body['saveToSentItems'] !== false }
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
  const messageId = toExchangeMessageId(graph.world.chance.hex(32))
  return prependHeaders(raw, [{ name: 'Message-ID', value: messageId }])
}

/** Out into the world. Exchange takes `Auto-Submitted` away from all of it, MIME included (PROVIDERS 2.2, C). */
function dispatch({ graph, grant, store }: Call, raw: Uint8Array): Uint8Array {
  if (toRecipients(readHeaders(raw)).size === 0) throw invalidRecipients()
  graph.throttle.countSend(grant)
  const sent = removeHeader(raw, 'auto-submitted')
  graph.world.send(store, sent)
  return sent
}

function toSender({ grant }: Call) {
  return { name: grant.account.name, address: grant.account.address }
}

function isMime(request: Request): boolean {
  return request.headers.get('content-type')?.split(';')[0] === 'text/plain'
}
