import type { Scheduled } from '../world/clock.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../world/mailbox/stored-message.ts'
import { writeMessage, type MessageContent } from '../world/message/write-message.ts'
import { createRandom, type Random } from '../world/random.ts'
import { minuteMs } from '../world/time.ts'
import type { World } from '../world/world.ts'
import type { MessageMaker } from './message-maker.ts'
import type { SceneMessage } from './scene.ts'

/** The messages that will arrive in one mailbox. */
export type UpcomingMessages = {
  readonly store: MailStore
  readonly messages: readonly SceneMessage[]
  readonly makeMessage: MessageMaker
}

type Source = {
  readonly messages: Iterator<(date: Date) => MessageContent, never>
  readonly random: Random
  dueMs: number
  /** How many messages have arrived since the last request to the provider. */
  unseen: number
  seenMs: number
}

const checkIntervalMs = 1000
const minPauseMs = minuteMs
const maxPauseMs = 3 * minuteMs
/** No more messages arrive while this many are unseen, for example after the machine slept. */
const maxUnseen = 20

/** Delivers a message every few minutes to each mailbox that the app has access to. */
export class Arrivals {
  readonly #world: World
  readonly #sources = new Map<MailStore, Source>()
  #ticking: Scheduled | null = null

  constructor(world: World, upcoming: readonly UpcomingMessages[]) {
    this.#world = world
    for (const { store, messages: sceneMessages, makeMessage } of upcoming) {
      // A separate generator, so that arrivals do not depend on how many tokens were issued.
      const random = createRandom(world.random.below(2 ** 32))
      const messages = listMessages(sceneMessages, makeMessage, random)
      this.#sources.set(store, { messages, random, dueMs: 0, unseen: 0, seenMs: 0 })
    }
  }

  /** Starts to deliver messages as the world's clock moves. */
  start(): void {
    this.#ticking ??= this.#world.clock.every(checkIntervalMs, () => this.#deliverDue())
  }

  stop(): void {
    this.#ticking?.cancel()
    this.#ticking = null
  }

  /** Delivers the next messages now to each mailbox that the app has access to. */
  deliverToConnected(count: number): void {
    for (const store of this.#sources.keys())
      if (this.#world.record.isGranted(store))
        for (let delivered = 0; delivered < count; delivered++) this.deliverNext(store)
  }

  has(store: MailStore): boolean {
    return this.#sources.has(store)
  }

  /** Delivers the next message now, whether or not the mailbox is connected. */
  deliverNext(store: MailStore): StoredMessage {
    const source = this.#sources.get(store)
    if (!source) throw new Error(`No messages are planned for ${store.address}`)
    const toContent = source.messages.next().value
    return this.#world.deliver(writeMessage(toContent(this.#world.clock.now())), store.address)
  }

  /**
   * The first message is due immediately, so that a visitor who connects a mailbox sees an effect.
   */
  #deliverDue(): void {
    const nowMs = this.#world.clock.now().getTime()
    for (const [store, source] of this.#sources) {
      if (source.dueMs > nowMs || !this.#mayArrive(store, source)) continue
      const pauseMs = minPauseMs + source.random.below(maxPauseMs - minPauseMs)
      source.dueMs = nowMs + pauseMs
      source.unseen++
      this.deliverNext(store)
    }
  }

  #mayArrive(store: MailStore, source: Source): boolean {
    const { record } = this.#world
    if (!record.isGranted(store)) return false
    const newest = record.requests.findLast(({ provider }) => provider === store.owner.provider)
    const seenMs = newest?.at.getTime() ?? 0
    if (seenMs > source.seenMs) source.unseen = 0
    source.seenMs = seenMs
    return source.unseen < maxUnseen
  }
}

/** First in the order of the file, then repeatedly in random orders, with new Message-IDs. */
function* listMessages(
  messages: readonly SceneMessage[],
  makeMessage: MessageMaker,
  random: Random,
): Generator<(date: Date) => MessageContent, never> {
  for (let round = 0; ; round++)
    for (const message of round === 0 ? messages : shuffle(messages, random))
      yield (date) => makeMessage(message, date, round)
}

/** Fisher–Yates shuffle. */
function shuffle<T>(items: readonly T[], random: Random): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(random.below(left.length), 1))
}
