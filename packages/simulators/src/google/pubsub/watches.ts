import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { Change } from '../../world/mailbox/stored-message.ts'
import { dayMs } from '../../world/time.ts'
import type { World } from '../../world/world.ts'
import { checked, type Answer } from '../gmail/answers.ts'
import { invalidArgument, notFound } from '../gmail/gmail-error.ts'
import { requireLabel, toLabelIds } from '../gmail/label-ids.ts'
import type { Grant, Grants } from '../oauth/grants.ts'
import { signToken } from '../oauth/signing.ts'
import type { Quirks } from '../quirks.ts'

/** The Pub/Sub topic that Gmail publishes to, and its push subscription. */
export type PushSubscription = {
  /** `projects/…/topics/…` */
  readonly topic: string
  /** `projects/…/subscriptions/…` */
  readonly subscription: string
  readonly endpoint: string
  readonly audience: string
  /** Email address of the service account that signs the push tokens. */
  readonly serviceAccount: string
}

type Watch = {
  readonly push: PushSubscription
  readonly grant: Grant
  readonly expiresAtMs: number
  readonly isWanted: (change: Change) => boolean
  readonly stopListening: () => void
  notifiedAtMs: number
}

/**
 * A watch ends after seven days; Google recommends a daily renewal
 * (https://developers.google.com/workspace/gmail/api/guides/push).
 */
const watchLifeMs = 7 * dayMs
/**
 * Gmail sends at most one notification per second and mailbox, and drops the others (same page).
 */
const minIntervalMs = 1000
/**
 * Pub/Sub keeps unacknowledged messages for a week
 * (https://cloud.google.com/pubsub/docs/subscription-properties).
 */
const retryForMs = 7 * dayMs

/** The body of `users.watch`. */
type WatchRequest = {
  readonly topicName?: unknown
  readonly labelIds?: unknown
  readonly labelFilterBehavior?: unknown
}

/** The watched mailboxes. Publishes a push notification when one of them changes. */
export class Watches {
  readonly #world: World
  readonly #quirks: Quirks
  readonly #grants: Grants
  readonly #watches = new Map<MailStore, Watch>()

  #push: PushSubscription | null

  constructor(
    world: World,
    { push, quirks, grants }: { push: PushSubscription | null; quirks: Quirks; grants: Grants },
  ) {
    this.#world = world
    this.#push = push
    this.#quirks = quirks
    this.#grants = grants
  }

  replacePush(push: PushSubscription): void {
    this.#push = push
  }

  /** A mailbox has one watch per project; a second call renews it. */
  start(store: MailStore, grant: Grant, request: WatchRequest): Answer {
    const topic = request.topicName
    if (typeof topic !== 'string' || !/^projects\/[^/]+\/topics\/[^/]+$/.test(topic))
      throw invalidArgument(
        `Invalid topicName does not match projects/*/topics/*: ${String(topic)}`,
      )
    const push = this.#push
    if (topic !== push?.topic) throw notFound()
    this.#requireSameClient(store, topic)
    this.#end(store)
    const expiresAtMs = this.#nowMs() + watchLifeMs
    this.#watches.set(store, {
      push,
      grant,
      expiresAtMs,
      isWanted: toFilter(store, request),
      stopListening: store.onChange((change) => this.#notify(store, change)),
      notifiedAtMs: Number.NEGATIVE_INFINITY,
    })
    return checked.watch({
      historyId: String(store.newestChangeId),
      expiration: String(expiresAtMs),
    })
  }

  stop(store: MailStore): void {
    this.#end(store)
    const at = this.#world.clock.now()
    this.#world.record.watchEnds.push({ provider: 'google', mailbox: store.address, at })
  }

  #requireSameClient(store: MailStore, topic: string): void {
    const watch = this.#watches.get(store)
    const isLive = watch !== undefined && this.#nowMs() < watch.expiresAtMs
    if (this.#quirks.singlePushClient && isLive && watch.push.topic !== topic)
      throw invalidArgument(
        'Only one user push notification client allowed per developer (call /stop then try again)',
      )
  }

  #end(store: MailStore): void {
    this.#watches.get(store)?.stopListening()
    this.#watches.delete(store)
  }

  #notify(store: MailStore, change: Change): void {
    const watch = this.#watches.get(store)
    const nowMs = this.#nowMs()
    if (!watch || nowMs >= watch.expiresAtMs || !this.#grants.isAlive(watch.grant)) return
    if (!watch.isWanted(change) || nowMs - watch.notifiedAtMs < minIntervalMs) return
    watch.notifiedAtMs = nowMs
    this.#publish(watch.push, { emailAddress: store.address, historyId: change.id })
  }

  /**
   * Format: https://cloud.google.com/pubsub/docs/push#receive_push. Token:
   * https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions.
   */
  #publish(
    push: PushSubscription,
    { emailAddress, historyId }: { emailAddress: string; historyId: bigint },
  ): void {
    const { clock, random, pushDelivery } = this.#world
    // Gmail writes the history id as a JSON number, which loses digits above 2^53 when parsed as
    // one.
    const data = Buffer.from(
      `{"emailAddress":${JSON.stringify(emailAddress)},"historyId":${historyId}}`,
    )
    const messageId = String(random.below(Number.MAX_SAFE_INTEGER))
    const publishTime = clock.now().toISOString()
    const body = JSON.stringify({
      message: {
        data: data.toString('base64'),
        messageId,
        message_id: messageId,
        publishTime,
        publish_time: publishTime,
      },
      subscription: push.subscription,
    })
    const claims = {
      aud: push.audience,
      azp: '113774264463038321964',
      sub: '113774264463038321964',
      email: push.serviceAccount,
      email_verified: true,
    }
    pushDelivery.send({
      provider: 'google',
      retryForMs,
      makeRequest: async () =>
        new Request(push.endpoint, {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${await signToken(claims, clock.now())}`,
          },
        }),
    })
  }

  #nowMs(): number {
    return this.#world.clock.now().getTime()
  }
}

function toFilter(store: MailStore, request: WatchRequest): (change: Change) => boolean {
  const labelIds = (request.labelIds ?? []) as string[]
  for (const label of labelIds) requireLabel(store, label)
  const behaviour = request.labelFilterBehavior ?? 'include'
  if (typeof behaviour !== 'string' || !/^(?:in|ex)clude$/i.test(behaviour))
    throw invalidArgument("Invalid value at 'labelFilterBehavior'")
  if (labelIds.length === 0) return () => true
  const includesLabels = behaviour.toLowerCase() === 'include'
  return ({ before, after }) => {
    const labels = [before, after].flatMap((state) => (state ? toLabelIds(state) : []))
    return labels.some((label) => labelIds.includes(label)) === includesLabels
  }
}
