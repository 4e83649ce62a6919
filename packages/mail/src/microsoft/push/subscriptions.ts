import { minuteMs } from '@doorman/domain/time'
import type { PushSubscription } from '../../mailbox.ts'
import { GraphError, isGone } from '../graph/graph-error.ts'
import type { Graph } from '../graph/graph.ts'
import { findText, readDate, readText, type Json } from '../graph/json.ts'

/** Our webhooks, and the secret that Graph repeats in each notification. */
export type PushSettings = {
  readonly notificationUrl: string
  readonly lifecycleUrl: string
  /** At most 128 characters. */
  readonly clientState: string
}

/**
 * Graph's documentation allows 10,080 minutes, its errors say 10,070, and some clouds allow 4,230.
 * Ten less for clock skew.
 */
const longLifetimeMs = 10_060 * minuteMs
const shortLifetimeMs = 4_220 * minuteMs

/** Graph's limit per mailbox. */
const maxSubscriptions = 1000

const watched = { resource: "me/mailFolders('inbox')/messages", changeType: 'created' }

/**
 * Extends the subscription or starts one. Extending is also the answer to the lifecycle event
 * `reauthorizationRequired`.
 * https://learn.microsoft.com/graph/api/resources/subscription
 */
export async function renewPush(
  graph: Graph,
  settings: PushSettings,
  current: PushSubscription | null,
  now: Date,
): Promise<PushSubscription> {
  const renewUntil = (lifetimeMs: number) =>
    renew(graph, settings, current, new Date(now.getTime() + lifetimeMs).toISOString())
  try {
    return await renewUntil(longLifetimeMs)
  } catch (error) {
    if (!mayBeTooLong(error)) throw error
    return renewUntil(shortLifetimeMs)
  }
}

/**
 * Graph has several error codes for a lifetime that is too long. `ValidationError` is not one of
 * them: it means that Graph cannot reach our webhook.
 */
function mayBeTooLong(error: unknown): boolean {
  return error instanceof GraphError && error.status === 400 && error.code !== 'ValidationError'
}

async function renew(
  graph: Graph,
  settings: PushSettings,
  current: PushSubscription | null,
  expirationDateTime: string,
): Promise<PushSubscription> {
  if (current === null) return start(graph, settings, expirationDateTime)
  try {
    return toPushSubscription(await graph.patch(toPath(current.id), { expirationDateTime }))
  } catch (error) {
    if (isGone(error)) return start(graph, settings, expirationDateTime)
    throw error
  }
}

export async function stopPush(
  graph: Graph,
  settings: PushSettings,
  current: PushSubscription | null,
): Promise<void> {
  if (current === null) await removeAll(graph, settings)
  else await remove(graph, current.id)
}

async function start(
  graph: Graph,
  settings: PushSettings,
  expirationDateTime: string,
): Promise<PushSubscription> {
  const subscription = {
    ...watched,
    notificationUrl: settings.notificationUrl,
    // Graph does not let us add this URL later.
    lifecycleNotificationUrl: settings.lifecycleUrl,
    clientState: settings.clientState,
    expirationDateTime,
  }
  try {
    return toPushSubscription(await graph.post('subscriptions', subscription))
  } catch (error) {
    if (!(error instanceof GraphError && error.status === 409)) throw error
    // 409: we lost track of an earlier subscription. It may have another secret, and secrets cannot
    // be changed, so it is replaced.
    await removeAll(graph, settings)
    return toPushSubscription(await graph.post('subscriptions', subscription))
  }
}

async function removeAll(graph: Graph, { notificationUrl }: PushSettings): Promise<void> {
  const { items } = await graph.list('subscriptions', maxSubscriptions)
  const ours = items.filter((item) => findText(item, 'notificationUrl') === notificationUrl)
  for (const subscription of ours) await remove(graph, readText(subscription, 'id'))
}

async function remove(graph: Graph, id: string): Promise<void> {
  try {
    await graph.delete(toPath(id))
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Graph may choose an earlier expiry than the requested one. */
function toPushSubscription(subscription: Json): PushSubscription {
  return {
    id: readText(subscription, 'id'),
    expiresAt: readDate(subscription, 'expirationDateTime'),
  }
}

function toPath(id: string): string {
  return `subscriptions/${encodeURIComponent(id)}`
}
