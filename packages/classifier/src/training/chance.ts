import { wholeAt } from './vectors.ts'

/** What looks like chance and is the same every time. */
export class Chance {
  #state = 1

  /** From 0 up to 1. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff
    return this.#state / 0x80000000
  }

  shuffle(list: Int32Array): void {
    for (let last = list.length - 1; last > 0; last--) {
      const other = Math.floor(this.next() * (last + 1))
      const kept = wholeAt(list, last)
      list[last] = wholeAt(list, other)
      list[other] = kept
    }
  }
}
