import { createChance, type Chance } from '../world/chance.ts'
import type { MailStore, StoredMail } from '../world/mail-store.ts'
import type { World } from '../world/world.ts'
import { writeLetter, type Letter } from '../world/write-letter.ts'
import type { ToLetter } from './letters.ts'
import type { SceneMail } from './scene.ts'

/** What is yet to arrive in one mailbox. */
export type Expectation = {
  readonly store: MailStore
  readonly mails: readonly SceneMail[]
  readonly toLetter: ToLetter
}

type Source = {
  readonly letters: Iterator<(date: Date) => Letter, never>
  readonly chance: Chance
  dueMs: number
  /** How many have come since anybody asked the provider for anything. */
  unseen: number
  seenMs: number
}

const lookEveryMs = 1000
const shortestPauseMs = 60_000
const longestPauseMs = 180_000
/** While the machine sleeps or nobody checks, mail does not pile up any higher. */
const mostUnseen = 20

/** Mail that keeps arriving, at a human pace, in every mailbox that an app may look into. */
export class Arrivals {
  readonly #world: World
  readonly #sources = new Map<MailStore, Source>()

  constructor(world: World, expectations: readonly Expectation[]) {
    this.#world = world
    for (const { store, mails, toLetter } of expectations) {
      // Chance of its own: what arrives does not hang on how many tokens were handed out.
      const chance = createChance(world.chance.below(2 ** 32))
      const letters = listLetters(mails, toLetter, chance)
      this.#sources.set(store, { letters, chance, dueMs: 0, unseen: 0, seenMs: 0 })
    }
    world.clock.every(lookEveryMs, () => this.#look())
  }

  has(store: MailStore): boolean {
    return this.#sources.has(store)
  }

  /** The next mail arrives now, connected or not. */
  bring(store: MailStore): StoredMail {
    const source = this.#sources.get(store)
    if (!source) throw new Error(`No mail is on its way to ${store.address}`)
    const toLetter = source.letters.next().value
    return this.#world.deliver(writeLetter(toLetter(this.#world.clock.now())), store.address)
  }

  /** The first is always due, so that whoever connects a mailbox sees something happen. */
  #look(): void {
    const nowMs = this.#world.clock.now().getTime()
    for (const [store, source] of this.#sources) {
      if (source.dueMs > nowMs || !this.#isAwaited(store, source)) continue
      const pauseMs = shortestPauseMs + source.chance.below(longestPauseMs - shortestPauseMs)
      source.dueMs = nowMs + pauseMs
      source.unseen++
      this.bring(store)
    }
  }

  #isAwaited(store: MailStore, source: Source): boolean {
    const { record } = this.#world
    if (!record.isGranted(store)) return false
    const newest = record.requests.findLast(({ provider }) => provider === store.owner.provider)
    const seenMs = newest?.at.getTime() ?? 0
    if (seenMs > source.seenMs) source.unseen = 0
    source.seenMs = seenMs
    return source.unseen < mostUnseen
  }
}

/** As written first, then again and again in other orders, each time under other Message-IDs. */
function* listLetters(
  mails: readonly SceneMail[],
  toLetter: ToLetter,
  chance: Chance,
): Generator<(date: Date) => Letter, never> {
  for (let round = 0; ; round++)
    for (const mail of round === 0 ? mails : shuffle(mails, chance))
      yield (date) => toLetter(mail, date, round)
}

/** Fisher and Yates. */
function shuffle<T>(items: readonly T[], chance: Chance): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(chance.below(left.length), 1))
}
