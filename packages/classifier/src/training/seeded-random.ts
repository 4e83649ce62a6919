import { intAt } from './vectors.ts'

/** A linear congruential generator with a fixed seed: every training draws the same numbers. */
export class SeededRandom {
  #state = 1

  /** From 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff
    return this.#state / 0x80000000
  }

  shuffle(list: Int32Array): void {
    for (let last = list.length - 1; last > 0; last--) {
      const other = Math.floor(this.next() * (last + 1))
      const kept = intAt(list, last)
      list[last] = intAt(list, other)
      list[other] = kept
    }
  }
}
