import type { VirtualClock } from '../clock.ts'
import type { Random } from '../random.ts'
import type { Change } from './stored-message.ts'

/** The changes of a mailbox, in order. Old ones can be forgotten. */
export class ChangeLog {
  readonly #clock: VirtualClock
  readonly #random: Random
  readonly #listeners = new Set<(change: Change) => void>()
  #changes: Change[] = []
  #newestId: bigint
  #forgottenUpTo: bigint

  constructor(clock: VirtualClock, random: Random, firstId: bigint) {
    this.#clock = clock
    this.#random = random
    this.#newestId = firstId
    this.#forgottenUpTo = firstId
  }

  get forgottenUpTo(): bigint {
    return this.#forgottenUpTo
  }

  get newestId(): bigint {
    return this.#newestId
  }

  /**
   * Ids increase with gaps, as Gmail's history ids do
   * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.history/list).
   */
  takeId(): bigint {
    this.#newestId += BigInt(1 + this.#random.below(40))
    return this.#newestId
  }

  add(change: Omit<Change, 'at'>): void {
    const entry = { ...change, at: this.#clock.now() }
    this.#changes.push(entry)
    for (const listener of this.#listeners) listener(entry)
  }

  after(id: bigint): readonly Change[] | 'lost' {
    if (id < this.#forgottenUpTo || id > this.#newestId) return 'lost'
    const last = this.#changes.findLastIndex((change) => change.id <= id)
    return this.#changes.slice(last + 1)
  }

  forget(before?: Date): void {
    const kept = before ? this.#changes.findIndex(({ at }) => at.getTime() >= before.getTime()) : -1
    const forgotten = this.#changes.splice(0, kept === -1 ? this.#changes.length : kept)
    this.#forgottenUpTo = forgotten.at(-1)?.id ?? this.#forgottenUpTo
  }

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
