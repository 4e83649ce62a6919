import type { ChangeNotification, Message, ResourceData } from '@microsoft/microsoft-graph-types'
import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { Change } from '../../world/mailbox/stored-message.ts'
import { minuteMs } from '../../world/time.ts'
import type { World } from '../../world/world.ts'
import { GraphError } from '../graph/graph-error.ts'
import { isPersonal } from '../login/accounts.ts'
import { findAccessEnd, type Grant } from '../login/grants.ts'
import type { ItemIds } from '../messages/item-ids.ts'
import type { Quirks } from '../quirks.ts'
import { NotificationBatcher } from './notification-batcher.ts'

export type ChangeType = 'created' | 'updated' | 'deleted'
export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'

export type SubscriptionRequest = {
  readonly grant: Grant
  /** The app's own spelling. */
  readonly resource: string
  /** The folder in the `MailStore`; `null` for the whole mailbox. */
  readonly storeFolder: string | null
  readonly changeTypes: readonly ChangeType[]
  readonly notificationUrl: string
  readonly lifecycleNotificationUrl: string | null
  readonly clientState: string | null
  readonly immutableIds: boolean
}

export type Subscription = SubscriptionRequest & {
  readonly id: string
  expiresAt: Date
  /**
   * After `reauthorizationRequired`, until the app reauthorizes or renews. Changes during the pause
   * are lost (https://learn.microsoft.com/graph/webhooks-lifecycle).
   */
  isPaused: boolean
  lastExtension: { readonly how: 'renewed' | 'reauthorized'; readonly at: Date } | null
}

/** Graph rejects renewing and reauthorizing within ten minutes of each other. */
const extensionGapMs = 10 * minuteMs

/** All subscriptions. Sends a notification for each matching change. */
export class Subscriptions {
  readonly #world: World
  readonly #quirks: Quirks
  readonly #idsOf: (store: MailStore) => ItemIds
  readonly #watched = new Set<MailStore>()
  readonly notifications: NotificationBatcher
  #all: Subscription[] = []

  constructor(world: World, quirks: Quirks, idsOf: (store: MailStore) => ItemIds) {
    this.#world = world
    this.#quirks = quirks
    this.#idsOf = idsOf
    this.notifications = new NotificationBatcher(world)
  }

  /**
   * Graph rejects duplicates
   * (https://learn.microsoft.com/graph/api/subscription-post-subscriptions).
   */
  requireNew({ grant, storeFolder, changeTypes }: SubscriptionRequest): void {
    const duplicate = this.list(grant).find(
      (other) =>
        other.storeFolder === storeFolder && other.changeTypes.join() === changeTypes.join(),
    )
    if (duplicate)
      throw new GraphError(
        409,
        'Conflict',
        `Subscription Id ${duplicate.id} already exists for the requested combination`,
      )
  }

  add(request: SubscriptionRequest, expiresAt: Date): Subscription {
    this.requireNew(request)
    const id = this.#world.random.uuid()
    const subscription = { ...request, id, expiresAt, isPaused: false, lastExtension: null }
    this.#all.push(subscription)
    this.#watch(request.grant.account.store)
    return subscription
  }

  /** The active subscriptions of this app to this mailbox. */
  list({ clientId, account }: Grant): Subscription[] {
    this.#all = this.#all.filter(({ expiresAt }) => expiresAt > this.#world.clock.now())
    return this.#all.filter(
      ({ grant }) => grant.clientId === clientId && grant.account.store === account.store,
    )
  }

  load(id: string, grant: Grant): Subscription {
    const subscription = this.list(grant).find((candidate) => candidate.id === id)
    if (!subscription) throw new GraphError(404, 'ResourceNotFound', 'The object was not found.')
    return subscription
  }

  /** Records a renewal or reauthorization, and ends a pause. */
  extend(subscription: Subscription, how: 'renewed' | 'reauthorized'): void {
    const at = this.#world.clock.now()
    const { lastExtension } = subscription
    const isTooSoon =
      lastExtension !== null && at.getTime() - lastExtension.at.getTime() < extensionGapMs
    if (isTooSoon && lastExtension.how !== how)
      throw new GraphError(
        400,
        'InvalidRequest',
        `The subscription was ${lastExtension.how} less than 10 minutes ago.`,
      )
    subscription.lastExtension = { how, at }
    subscription.isPaused = false
  }

  remove(subscription: Subscription): void {
    this.#all = this.#all.filter((other) => other !== subscription)
  }

  /** Sends a lifecycle notification for every subscription of the mailbox that has a URL for it. */
  sendLifecycleEvent(store: MailStore, lifecycleEvent: LifecycleEvent): void {
    for (const subscription of this.#all.filter(({ grant }) => grant.account.store === store)) {
      if (lifecycleEvent === 'subscriptionRemoved') this.remove(subscription)
      if (lifecycleEvent === 'reauthorizationRequired') subscription.isPaused = true
      const { lifecycleNotificationUrl, grant } = subscription
      const isSilent = this.#quirks.silentPersonalLifecycle && isPersonal(grant.account)
      if (lifecycleNotificationUrl !== null && !isSilent)
        this.notifications.add(lifecycleNotificationUrl, {
          ...toCommon(subscription),
          lifecycleEvent,
        })
    }
  }

  #watch(store: MailStore): void {
    if (this.#watched.has(store)) return
    this.#watched.add(store)
    store.onChange((change) => this.#handleChange(store, change))
  }

  #handleChange(store: MailStore, change: Change): void {
    for (const subscription of this.#all.filter(({ grant }) => grant.account.store === store)) {
      const changeType = findChangeType(change, subscription.storeFolder)
      const isWanted =
        changeType !== null &&
        subscription.changeTypes.includes(changeType) &&
        subscription.expiresAt > this.#world.clock.now() &&
        !subscription.isPaused &&
        findAccessEnd(subscription.grant) === null
      if (isWanted) this.#notify(subscription, change, changeType)
    }
  }

  /** https://learn.microsoft.com/graph/api/resources/changenotification */
  #notify(subscription: Subscription, change: Change, changeType: ChangeType): void {
    const { account } = subscription.grant
    // A message that left the folder is listed under the id it had there.
    const before = changeType === 'deleted' ? change.id : undefined
    const ids = this.#idsOf(account.store)
    const id = ids.toId(change.storedMessageId, subscription.immutableIds, before)
    const path = `Users/${account.objectId}/Messages/${id}`
    this.notifications.add(subscription.notificationUrl, {
      ...toCommon(subscription),
      changeType,
      resource: path,
      resourceData: toResourceData(path, id, change),
    })
  }
}

/** Microsoft's type is empty: the content depends on the resource. */
function toResourceData(path: string, id: string, change: Change): ResourceData {
  return {
    '@odata.type': '#Microsoft.Graph.Message',
    '@odata.id': path,
    '@odata.etag': `W/"${change.id}"`,
    id,
  } satisfies Pick<Message, 'id'> & Readonly<Record<`@${string}`, string>>
}

function toCommon({ id, expiresAt, clientState, grant }: Subscription): ChangeNotification {
  return {
    subscriptionId: id,
    subscriptionExpirationDateTime: expiresAt.toISOString(),
    tenantId: grant.account.tenantId,
    ...(clientState !== null && { clientState }),
  }
}

/** For a folder, a message moved in is `created` and a message moved out is `deleted`. */
function findChangeType({ before, after }: Change, storeFolder: string | null): ChangeType | null {
  const wasThere = before !== null && (storeFolder === null || before.folders.has(storeFolder))
  const isThere = after !== null && (storeFolder === null || after.folders.has(storeFolder))
  if (wasThere && isThere) return 'updated'
  if (isThere) return 'created'
  return wasThere ? 'deleted' : null
}
