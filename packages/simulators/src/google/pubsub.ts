import type { Change, MailStore } from '../world/mail-store.ts'
import type { World } from '../world/world.ts'
import { invalidArgument, notFound } from './gmail-error.ts'
import type { Grant } from './grants.ts'
import { requireLabel, toLabelIds } from './label-ids.ts'
import type { Call, Route } from './route.ts'
import { opens } from './scopes.ts'
import { signToken } from './signing.ts'
import { costs } from './units.ts'

/** The topic Gmail publishes to, and the push subscription that hangs on it. */
export type PushSubscription = {
  /** `projects/…/topics/…` */
  readonly topic: string
  /** `projects/…/subscriptions/…` */
  readonly subscription: string
  readonly endpoint: string
  readonly audience: string
  /** The address of the service account that signs. */
  readonly serviceAccount: string
}

type Watch = {
  readonly grant: Grant
  readonly expiresAtMs: number
  readonly isWanted: (change: Change) => boolean
  readonly stopListening: () => void
  notifiedAtMs: number
}

/** "Call watch once per day"; it ends after seven (https://developers.google.com/workspace/gmail/api/guides/push). */
const watchLifeMs = 7 * 24 * 3_600_000
/** "A maximum notification rate of 1 event/sec", the surplus dropped (same page). */
const quietMs = 1000
/** Pub/Sub keeps what nobody acknowledges for a week (https://cloud.google.com/pubsub/docs/subscription-properties). */
const retryForMs = 7 * 24 * 3_600_000

export const watchRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'watch',
    scopes: opens.watching,
    units: costs.watch,
    body: { topicName: 'string', labelIds: 'strings', labelFilterBehavior: 'string' },
    answer: (call) => call.gmail.watches.start(call),
  },
  {
    method: 'POST',
    path: 'stop',
    scopes: opens.watching,
    units: costs.stop,
    answer: ({ gmail, store }) => {
      gmail.watches.stop(store)
      return null
    },
  },
]

/** Who is told of changes to which mailbox, and the telling. */
export class Watches {
  readonly #world: World
  readonly #push: PushSubscription | null
  readonly #isAlive: (grant: Grant) => boolean
  readonly #watches = new Map<MailStore, Watch>()

  constructor(world: World, push: PushSubscription | null, isAlive: (grant: Grant) => boolean) {
    this.#world = world
    this.#push = push
    this.#isAlive = isAlive
  }

  /** Again renews; a mailbox has one watch per project. */
  start({ store, grant, body }: Call): object {
    const topic = body['topicName']
    if (typeof topic !== 'string' || !/^projects\/[^/]+\/topics\/[^/]+$/.test(topic))
      throw invalidArgument(
        `Invalid topicName does not match projects/*/topics/*: ${String(topic)}`,
      )
    if (topic !== this.#push?.topic) throw notFound()
    this.#end(store)
    const expiresAtMs = this.#nowMs() + watchLifeMs
    this.#watches.set(store, {
      grant,
      expiresAtMs,
      isWanted: toFilter(store, body),
      stopListening: store.onChange((change) => this.#notify(store, change)),
      notifiedAtMs: Number.NEGATIVE_INFINITY,
    })
    return { historyId: String(store.newestChangeId), expiration: String(expiresAtMs) }
  }

  stop(store: MailStore): void {
    this.#end(store)
    const at = this.#world.clock.now()
    this.#world.record.watchEnds.push({ provider: 'google', mailbox: store.address, at })
  }

  #end(store: MailStore): void {
    this.#watches.get(store)?.stopListening()
    this.#watches.delete(store)
  }

  #notify(store: MailStore, change: Change): void {
    const watch = this.#watches.get(store)
    const nowMs = this.#nowMs()
    if (!watch || nowMs >= watch.expiresAtMs || !this.#isAlive(watch.grant)) return
    if (!watch.isWanted(change) || nowMs - watch.notifiedAtMs < quietMs) return
    watch.notifiedAtMs = nowMs
    this.#publish({ emailAddress: store.address, historyId: change.id })
  }

  /** https://cloud.google.com/pubsub/docs/push#receive_push; the token: …/docs/authenticate-push-subscriptions. */
  #publish({ emailAddress, historyId }: { emailAddress: string; historyId: bigint }): void {
    const push = this.#push
    if (!push) return
    const { clock, chance, courier } = this.#world
    // Gmail writes the id as a number: above 2^53 only the text of it is exact.
    const data = Buffer.from(
      `{"emailAddress":${JSON.stringify(emailAddress)},"historyId":${historyId}}`,
    )
    const messageId = String(chance.below(Number.MAX_SAFE_INTEGER))
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
    courier.send({
      provider: 'google',
      retryForMs,
      make: async () =>
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

function toFilter(store: MailStore, body: Call['body']): (change: Change) => boolean {
  const labelIds = (body['labelIds'] ?? []) as string[]
  for (const label of labelIds) requireLabel(store, label)
  const behaviour = body['labelFilterBehavior'] ?? 'include'
  if (typeof behaviour !== 'string' || !/^(?:in|ex)clude$/i.test(behaviour))
    throw invalidArgument("Invalid value at 'labelFilterBehavior'")
  if (labelIds.length === 0) return () => true
  const isIncluding = behaviour.toLowerCase() === 'include'
  return ({ before, after }) => {
    const labels = [before, after].flatMap((standing) => (standing ? toLabelIds(standing) : []))
    return labels.some((label) => labelIds.includes(label)) === isIncluding
  }
}
