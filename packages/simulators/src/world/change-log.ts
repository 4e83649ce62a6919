import type { Chance } from './chance.ts'
import type { VirtualClock } from './clock.ts'
import type { Change } from './mail-store.ts'

/** Everything that ever changed in a mailbox, in order, as far back as it remembers. */
export class ChangeLog {
  readonly #clock: VirtualClock
  readonly #chance: Chance
  readonly #listeners = new Set<(change: Change) => void>()
  #changes: Change[] = []
  #newestId: bigint
  #forgottenUpTo: bigint

  constructor(clock: VirtualClock, chance: Chance, firstId: bigint) {
    this.#clock = clock
    this.#chance = chance
    this.#newestId = firstId
    this.#forgottenUpTo = firstId
  }

  get newestId(): bigint {
    return this.#newestId
  }

  /** Ids grow with gaps (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.history/list). */
  takeId(): bigint {
    this.#newestId += BigInt(1 + this.#chance.below(40))
    return this.#newestId
  }

  add(change: Omit<Change, 'at'>): void {
    const line = { ...change, at: this.#clock.now() }
    this.#changes.push(line)
    for (const listener of this.#listeners) listener(line)
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
