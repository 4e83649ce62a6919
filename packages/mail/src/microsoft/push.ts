import type { PushGrant } from '../mailbox.ts'
import { GraphError, isGone } from './graph-error.ts'
import type { Graph } from './graph.ts'
import { findText, readDate, readText, type Json } from './json.ts'

/** Where Graph tells of changes, and the secret by which we know that it is Graph. */
export type PushSettings = {
  readonly notificationUrl: string
  readonly lifecycleUrl: string
  /** At most 128 characters. */
  readonly clientState: string
}

/** Its pages allow 10,080 minutes, the service itself says 10,070; and clocks differ. */
const lifeMs = 10_060 * 60_000

/** As many as a mailbox may have. */
const maxSubscriptions = 1000

const watched = { resource: "me/mailFolders('inbox')/messages", changeType: 'created' }

/**
 * Starts, or gives the one there is a longer life, which also renews the
 * authorisation that a lifecycle notification asks for.
 * https://learn.microsoft.com/graph/api/resources/subscription
 */
export async function renewPush(
  graph: Graph,
  settings: PushSettings,
  current: PushGrant | null,
  now: Date,
): Promise<PushGrant> {
  const expirationDateTime = new Date(now.getTime() + lifeMs).toISOString()
  if (current === null) return start(graph, settings, expirationDateTime)
  try {
    return toGrant(await graph.patch(toPath(current.id), { expirationDateTime }))
  } catch (error) {
    if (isGone(error)) return start(graph, settings, expirationDateTime)
    throw error
  }
}

export async function stopPush(
  graph: Graph,
  settings: PushSettings,
  current: PushGrant | null,
): Promise<void> {
  if (current === null) await removeAll(graph, settings)
  else await remove(graph, current.id)
}

async function start(
  graph: Graph,
  settings: PushSettings,
  expirationDateTime: string,
): Promise<PushGrant> {
  const subscription = {
    ...watched,
    notificationUrl: settings.notificationUrl,
    // Can be given now and never again.
    lifecycleNotificationUrl: settings.lifecycleUrl,
    clientState: settings.clientState,
    expirationDateTime,
  }
  try {
    return toGrant(await graph.post('subscriptions', subscription))
  } catch (error) {
    if (!(error instanceof GraphError && error.status === 409)) throw error
    // One that we forgot, perhaps with another secret, and a secret cannot be changed.
    await removeAll(graph, settings)
    return toGrant(await graph.post('subscriptions', subscription))
  }
}

async function removeAll(graph: Graph, { notificationUrl }: PushSettings): Promise<void> {
  const { items } = await graph.list('subscriptions', maxSubscriptions)
  const ours = items.filter((one) => findText(one, 'notificationUrl') === notificationUrl)
  for (const subscription of ours) await remove(graph, readText(subscription, 'id'))
}

async function remove(graph: Graph, id: string): Promise<void> {
  try {
    await graph.delete(toPath(id))
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Graph may grant less than was asked for. */
function toGrant(subscription: Json): PushGrant {
  return {
    id: readText(subscription, 'id'),
    expiresAt: readDate(subscription, 'expirationDateTime'),
  }
}

function toPath(id: string): string {
  return `subscriptions/${encodeURIComponent(id)}`
}
