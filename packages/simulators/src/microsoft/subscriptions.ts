import type { Change, MailStore } from '../world/mail-store.ts'
import type { World } from '../world/world.ts'
import { findEnd, type Grant } from './grants.ts'
import { GraphError } from './graph-error.ts'
import type { ItemIds } from './item-ids.ts'
import { Notifications } from './notifications.ts'

export type ChangeType = 'created' | 'updated' | 'deleted'
export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'

export type Wish = {
  readonly grant: Grant
  /** As the app wrote it. */
  readonly resource: string
  /** The folder's place; `null` for the whole mailbox. */
  readonly place: string | null
  readonly changeTypes: readonly ChangeType[]
  readonly notificationUrl: string
  readonly lifecycleNotificationUrl: string | null
  readonly clientState: string | null
  readonly immutableIds: boolean
}

export type Subscription = Wish & {
  readonly id: string
  expiresAt: Date
  /** Since `reauthorizationRequired`, until the app obeys: changes in between "would be lost" (webhooks-lifecycle). */
  isPaused: boolean
  lastCare: { readonly how: 'renewed' | 'reauthorized'; readonly at: Date } | null
}

/** PROVIDERS 2.3. */
const careApartMs = 10 * 60_000

/** Who wants to hear of what, until when. */
export class Subscriptions {
  readonly #world: World
  readonly #idsOf: (store: MailStore) => ItemIds
  readonly #watched = new Set<MailStore>()
  readonly notifications: Notifications
  #all: Subscription[] = []

  constructor(world: World, idsOf: (store: MailStore) => ItemIds) {
    this.#world = world
    this.#idsOf = idsOf
    this.notifications = new Notifications(world)
  }

  /** "Duplicate subscriptions are not allowed" (subscription-post-subscriptions). */
  checkIsNew({ grant, place, changeTypes }: Wish): void {
    const twin = this.list(grant).find(
      (other) => other.place === place && other.changeTypes.join() === changeTypes.join(),
    )
    if (twin)
      throw new GraphError(
        409,
        'Conflict',
        `Subscription Id ${twin.id} already exists for the requested combination`,
      )
  }

  add(wish: Wish, expiresAt: Date): Subscription {
    this.checkIsNew(wish)
    const id = this.#world.chance.uuid()
    const subscription = { ...wish, id, expiresAt, isPaused: false, lastCare: null }
    this.#all.push(subscription)
    this.#watch(wish.grant.account.store)
    return subscription
  }

  /** Those of this app and this mailbox that are still alive. */
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

  /** Either renews or reauthorizes, "not both within 10 minutes" (PROVIDERS 2.3). */
  care(subscription: Subscription, how: 'renewed' | 'reauthorized'): void {
    const at = this.#world.clock.now()
    const { lastCare } = subscription
    const isTooSoon = lastCare !== null && at.getTime() - lastCare.at.getTime() < careApartMs
    if (isTooSoon && lastCare.how !== how)
      throw new GraphError(
        400,
        'InvalidRequest',
        `The subscription was ${lastCare.how} less than 10 minutes ago.`,
      )
    subscription.lastCare = { how, at }
    subscription.isPaused = false
  }

  remove(subscription: Subscription): void {
    this.#all = this.#all.filter((other) => other !== subscription)
  }

  /** On command: a lifecycle notification for every subscription of the mailbox that has an address for it. */
  tell(store: MailStore, lifecycleEvent: LifecycleEvent): void {
    for (const subscription of this.#all.filter(({ grant }) => grant.account.store === store)) {
      if (lifecycleEvent === 'subscriptionRemoved') this.remove(subscription)
      if (lifecycleEvent === 'reauthorizationRequired') subscription.isPaused = true
      const { lifecycleNotificationUrl } = subscription
      if (lifecycleNotificationUrl !== null)
        this.notifications.add(lifecycleNotificationUrl, {
          ...toCommon(subscription),
          lifecycleEvent,
        })
    }
  }

  #watch(store: MailStore): void {
    if (this.#watched.has(store)) return
    this.#watched.add(store)
    store.onChange((change) => this.#hear(store, change))
  }

  #hear(store: MailStore, change: Change): void {
    for (const subscription of this.#all.filter(({ grant }) => grant.account.store === store)) {
      const changeType = findChangeType(change, subscription.place)
      const isHeard =
        changeType !== null &&
        subscription.changeTypes.includes(changeType) &&
        subscription.expiresAt > this.#world.clock.now() &&
        !subscription.isPaused &&
        findEnd(subscription.grant) === null
      if (isHeard) this.#notify(subscription, change, changeType)
    }
  }

  /** learn.microsoft.com/graph/api/resources/changenotification */
  #notify(subscription: Subscription, change: Change, changeType: ChangeType): void {
    const { account } = subscription.grant
    // A mail that is gone from the folder is named as it was known there.
    const before = changeType === 'deleted' ? change.id : undefined
    const ids = this.#idsOf(account.store)
    const id = ids.toId(change.mailId, subscription.immutableIds, before)
    const path = `Users/${account.objectId}/Messages/${id}`
    this.notifications.add(subscription.notificationUrl, {
      ...toCommon(subscription),
      changeType,
      resource: path,
      resourceData: {
        '@odata.type': '#Microsoft.Graph.Message',
        '@odata.id': path,
        '@odata.etag': `W/"${change.id}"`,
        id,
      },
    })
  }
}

function toCommon({ id, expiresAt, clientState, grant }: Subscription) {
  return {
    subscriptionId: id,
    subscriptionExpirationDateTime: expiresAt.toISOString(),
    tenantId: grant.account.tenantId,
    ...(clientState !== null && { clientState }),
  }
}

/** To a folder, mail that is moved in is new and mail that is moved out is gone. */
function findChangeType({ before, after }: Change, place: string | null): ChangeType | null {
  const was = before !== null && (place === null || before.places.has(place))
  const is = after !== null && (place === null || after.places.has(place))
  if (was && is) return 'updated'
  if (is) return 'created'
  return was ? 'deleted' : null
}
