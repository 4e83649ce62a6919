import type { Subscription as GraphSubscription } from '@microsoft/microsoft-graph-types'
import { minuteMs } from '../../world/time.ts'
import {
  answerEmpty,
  answerSubscription,
  answerSubscriptions,
  type Answer,
} from '../graph/answers.ts'
import { badRequest, GraphError, notSimulated } from '../graph/graph-error.ts'
import {
  readJson,
  readText,
  toSegments,
  type Call,
  type JsonObject,
  type Route,
} from '../graph/route.ts'
import { loadFolder } from '../messages/folders.ts'
import type { ChangeType, Subscription, SubscriptionRequest } from './subscriptions.ts'
import { validateEndpoint } from './validate-endpoint.ts'

export const subscriptionRoutes: readonly Route[] = [
  { method: 'POST', path: 'subscriptions', scope: 'Mail.ReadBasic', handle: create },
  { method: 'GET', path: 'subscriptions', scope: 'Mail.ReadBasic', handle: list },
  {
    method: 'GET',
    path: 'subscriptions/{subscription}',
    scope: 'Mail.ReadBasic',
    handle: (call) => answerSubscription(toEntity(call, load(call))),
  },
  {
    method: 'PATCH',
    path: 'subscriptions/{subscription}',
    scope: 'Mail.ReadBasic',
    handle: renew,
  },
  {
    method: 'DELETE',
    path: 'subscriptions/{subscription}',
    scope: 'Mail.ReadBasic',
    handle: remove,
  },
  {
    method: 'POST',
    path: 'subscriptions/{subscription}/reauthorize',
    scope: 'Mail.ReadBasic',
    handle: reauthorize,
  },
]

/**
 * Graph raises a shorter lifetime to 45 minutes
 * (https://learn.microsoft.com/graph/api/resources/subscription).
 */
const minMinutes = 45

const fields = [
  'changeType',
  'notificationUrl',
  'lifecycleNotificationUrl',
  'resource',
  'expirationDateTime',
  'clientState',
  'latestSupportedTlsVersion',
]

/** https://learn.microsoft.com/graph/api/subscription-post-subscriptions */
async function create(call: Call): Promise<Answer> {
  const { graph, request } = call
  const body = await readJson(request, fields)
  const requested = readSubscriptionRequest(call, body)
  const expiresAt = readExpiry(call, body)
  graph.subscriptions.requireNew(requested)
  await validateEndpoint(graph, requested.notificationUrl)
  if (requested.lifecycleNotificationUrl !== null)
    await validateEndpoint(graph, requested.lifecycleNotificationUrl)
  const subscription = graph.subscriptions.add(requested, expiresAt)
  return answerSubscription(toEntity(call, subscription), { status: 201 })
}

function list(call: Call): Answer {
  const { graph, grant } = call
  return answerSubscriptions({
    '@odata.context': `${graph.graphUrl}/v1.0/$metadata#subscriptions`,
    value: graph.subscriptions.list(grant).map(toJson),
  })
}

/** Renewing also reauthorizes (https://learn.microsoft.com/graph/webhooks-lifecycle). */
async function renew(call: Call): Promise<Answer> {
  const { graph, request } = call
  const subscription = load(call)
  const expiresAt = readExpiry(call, await readJson(request, ['expirationDateTime']))
  graph.subscriptions.extend(subscription, 'renewed')
  subscription.expiresAt = expiresAt
  return answerSubscription(toEntity(call, subscription))
}

function remove(call: Call): Answer {
  const { graph, store } = call
  graph.subscriptions.remove(load(call))
  const { record, clock } = graph.world
  record.watchEnds.push({ provider: 'microsoft', mailbox: store.address, at: clock.now() })
  return answerEmpty(204)
}

async function reauthorize(call: Call): Promise<Answer> {
  const subscription = load(call)
  await readJson(call.request, [])
  call.graph.subscriptions.extend(subscription, 'reauthorized')
  return answerEmpty(204)
}

function load({ graph, grant, param }: Call): Subscription {
  return graph.subscriptions.load(param('subscription'), grant)
}

function readSubscriptionRequest(call: Call, body: JsonObject): SubscriptionRequest {
  const resource = readText(body, 'resource')
  const clientState = 'clientState' in body ? readText(body, 'clientState') : null
  if (clientState !== null && clientState.length > 128)
    throw invalidRequest('The clientState can have at most 128 characters.')
  return {
    grant: call.grant,
    resource,
    storeFolder: findStoreFolder(call, resource),
    changeTypes: readChangeTypes(readText(body, 'changeType')),
    notificationUrl: readUrl(body, 'notificationUrl'),
    lifecycleNotificationUrl:
      'lifecycleNotificationUrl' in body ? readUrl(body, 'lifecycleNotificationUrl') : null,
    clientState,
    immutableIds: call.preferences.immutableIds,
  }
}

/** The folder of `me/mailfolders('inbox')/messages`; `null` for `me/messages`. */
function findStoreFolder({ store, grant }: Call, resource: string): string | null {
  const segments = toSegments(resource)
  const isById = segments[0] === 'users' && segments[1] === grant.account.objectId
  const [me = '', ...path] = isById ? segments.slice(1) : segments
  if (isById || me === 'me') {
    const [kind = '', folder = '', messages = ''] = path
    if (path.length === 1 && kind === 'messages') return null
    if (path.length === 3 && kind.toLowerCase() === 'mailfolders' && messages === 'messages')
      return loadFolder(store, folder).storeFolder
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

/** Graph requires https. The simulator also accepts http on its own machine. */
function readUrl(body: JsonObject, name: string): string {
  const text = readText(body, name)
  const url = URL.parse(text)
  const isLocal = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    throw invalidRequest(`The ${name} must be an https address.`)
  return text
}

function readExpiry({ graph }: Call, body: JsonObject): Date {
  const text = readText(body, 'expirationDateTime')
  const requestedAt = new Date(text)
  if (Number.isNaN(requestedAt.getTime())) throw badRequest(`'${text}' is not a date and time.`)
  const { maxSubscriptionMinutes } = graph.quirks
  const nowMs = graph.world.clock.now().getTime()
  const minutes = (requestedAt.getTime() - nowMs) / minuteMs
  if (minutes <= 0) throw invalidRequest('The expirationDateTime must be in the future.')
  if (minutes > maxSubscriptionMinutes)
    throw new GraphError(
      400,
      'ExtensionError',
      `Subscription expiration can only be ${maxSubscriptionMinutes} minutes in the future.`,
    )
  return minutes < minMinutes ? new Date(nowMs + minMinutes * minuteMs) : requestedAt
}

function toEntity({ graph }: Call, subscription: Subscription) {
  return {
    '@odata.context': `${graph.graphUrl}/v1.0/$metadata#subscriptions/$entity`,
    ...toJson(subscription),
  }
}

function toJson(subscription: Subscription): GraphSubscription {
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
  }
}

function invalidRequest(message: string): GraphError {
  return new GraphError(400, 'InvalidRequest', message)
}
