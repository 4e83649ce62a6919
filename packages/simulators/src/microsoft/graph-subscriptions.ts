import { loadFolder } from './folders.ts'
import { badRequest, GraphError, notSimulated } from './graph-error.ts'
import { shakeHands } from './handshake.ts'
import { readJson, readText, toSegments, type Call, type JsonObject, type Route } from './route.ts'
import type { ChangeType, Subscription, Wish } from './subscriptions.ts'

export const subscriptionRoutes: readonly Route[] = [
  { method: 'POST', path: 'subscriptions', scope: 'Mail.ReadBasic', answer: create },
  { method: 'GET', path: 'subscriptions', scope: 'Mail.ReadBasic', answer: list },
  {
    method: 'GET',
    path: 'subscriptions/{subscription}',
    scope: 'Mail.ReadBasic',
    answer: (call) => Response.json(toEntity(call, load(call))),
  },
  {
    method: 'PATCH',
    path: 'subscriptions/{subscription}',
    scope: 'Mail.ReadBasic',
    answer: renew,
  },
  {
    method: 'DELETE',
    path: 'subscriptions/{subscription}',
    scope: 'Mail.ReadBasic',
    answer: remove,
  },
  {
    method: 'POST',
    path: 'subscriptions/{subscription}/reauthorize',
    scope: 'Mail.ReadBasic',
    answer: reauthorize,
  },
]

const minuteMs = 60_000
/**
 * The page says 10,080 minutes; the service itself says "Subscription expiration
 * can only be 10070 minutes in the future" (C), and of two limits the tighter is safe.
 */
const longestMinutes = 10_070
/** "Any value under 45 minutes after the time of the request is automatically set to 45 minutes" (subscription resource). */
const shortestMinutes = 45

const fields = [
  'changeType',
  'notificationUrl',
  'lifecycleNotificationUrl',
  'resource',
  'expirationDateTime',
  'clientState',
  'latestSupportedTlsVersion',
]

/** learn.microsoft.com/graph/api/subscription-post-subscriptions */
async function create(call: Call): Promise<Response> {
  const { graph, request } = call
  const body = await readJson(request, fields)
  const wish = readWish(call, body)
  const expiresAt = readExpiry(call, body)
  graph.subscriptions.checkIsNew(wish)
  await shakeHands(graph, wish.notificationUrl)
  if (wish.lifecycleNotificationUrl !== null) await shakeHands(graph, wish.lifecycleNotificationUrl)
  const subscription = graph.subscriptions.add(wish, expiresAt)
  return Response.json(toEntity(call, subscription), { status: 201 })
}

function list(call: Call): Response {
  const { graph, grant } = call
  return Response.json({
    '@odata.context': `${graph.graphUrl}/v1.0/$metadata#subscriptions`,
    value: graph.subscriptions.list(grant).map(toJson),
  })
}

/** Renewing "will also reauthorize your endpoint" (webhooks-lifecycle). */
async function renew(call: Call): Promise<Response> {
  const { graph, request } = call
  const subscription = load(call)
  const expiresAt = readExpiry(call, await readJson(request, ['expirationDateTime']))
  graph.subscriptions.care(subscription, 'renewed')
  subscription.expiresAt = expiresAt
  return Response.json(toEntity(call, subscription))
}

function remove(call: Call): Response {
  const { graph, store } = call
  graph.subscriptions.remove(load(call))
  const { record, clock } = graph.world
  record.watchEnds.push({ provider: 'microsoft', mailbox: store.address, at: clock.now() })
  return new Response(null, { status: 204 })
}

async function reauthorize(call: Call): Promise<Response> {
  const subscription = load(call)
  await readJson(call.request, [])
  call.graph.subscriptions.care(subscription, 'reauthorized')
  return new Response(null, { status: 204 })
}

function load({ graph, grant, param }: Call): Subscription {
  return graph.subscriptions.load(param('subscription'), grant)
}

function readWish(call: Call, body: JsonObject): Wish {
  const resource = readText(body, 'resource')
  const clientState = 'clientState' in body ? readText(body, 'clientState') : null
  if (clientState !== null && clientState.length > 128)
    throw invalidRequest('The clientState has 128 characters at most.')
  return {
    grant: call.grant,
    resource,
    place: findPlace(call, resource),
    changeTypes: readChangeTypes(readText(body, 'changeType')),
    notificationUrl: readUrl(body, 'notificationUrl'),
    lifecycleNotificationUrl:
      'lifecycleNotificationUrl' in body ? readUrl(body, 'lifecycleNotificationUrl') : null,
    clientState,
    immutableIds: call.preferences.immutableIds,
  }
}

/** "me/mailfolders('inbox')/messages" or "me/messages"; the place is `null` for the latter. */
function findPlace({ store, grant }: Call, resource: string): string | null {
  const segments = toSegments(resource)
  const isById = segments[0] === 'users' && segments[1] === grant.account.objectId
  const [me = '', ...path] = isById ? segments.slice(1) : segments
  if (isById || me === 'me') {
    const [kind = '', folder = '', messages = ''] = path
    if (path.length === 1 && kind === 'messages') return null
    if (path.length === 3 && kind.toLowerCase() === 'mailfolders' && messages === 'messages')
      return loadFolder(store, folder).place
  }
  throw notSimulated(`subscriptions to '${resource}'`)
}

function readChangeTypes(text: string): ChangeType[] {
  return text
    .split(',')
    .map((name) => {
      const type = name.trim().toLowerCase()
      if (type === 'created' || type === 'updated' || type === 'deleted') return type
      throw invalidRequest(`'${name}' is not a changeType.`)
    })
    .sort()
}

/** "This URL must make use of the HTTPS protocol"; the simulator's own machine is the exception. */
function readUrl(body: JsonObject, name: string): string {
  const text = readText(body, name)
  const url = URL.parse(text)
  const isHere = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol !== 'https:' && !(isHere && url.protocol === 'http:'))
    throw invalidRequest(`The ${name} must be an https address.`)
  return text
}

function readExpiry({ graph }: Call, body: JsonObject): Date {
  const text = readText(body, 'expirationDateTime')
  const wished = new Date(text)
  if (Number.isNaN(wished.getTime())) throw badRequest(`'${text}' is not a date and time.`)
  const nowMs = graph.world.clock.now().getTime()
  const minutes = (wished.getTime() - nowMs) / minuteMs
  if (minutes <= 0) throw invalidRequest('The expirationDateTime must be in the future.')
  if (minutes > longestMinutes)
    throw new GraphError(
      400,
      'ExtensionError',
      `Subscription expiration can only be ${longestMinutes} minutes in the future.`,
    )
  return minutes < shortestMinutes ? new Date(nowMs + shortestMinutes * minuteMs) : wished
}

function toEntity({ graph }: Call, subscription: Subscription): JsonObject {
  return {
    '@odata.context': `${graph.graphUrl}/v1.0/$metadata#subscriptions/$entity`,
    ...toJson(subscription),
  }
}

function toJson(subscription: Subscription): JsonObject {
  const { id, resource, changeTypes, notificationUrl, lifecycleNotificationUrl } = subscription
  return {
    id,
    resource,
    applicationId: subscription.grant.clientId,
    changeType: changeTypes.join(','),
    clientState: subscription.clientState,
    notificationUrl,
    lifecycleNotificationUrl,
    expirationDateTime: subscription.expiresAt.toISOString(),
    creatorId: subscription.grant.account.objectId,
    latestSupportedTlsVersion: 'v1_2',
    notificationContentType: 'application/json',
  }
}

function invalidRequest(message: string): GraphError {
  return new GraphError(400, 'InvalidRequest', message)
}
