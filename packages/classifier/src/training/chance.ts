import { wholeAt } from './vectors.ts'

/** Puts a list into an order that looks like chance and is the same every time. */
export function createShuffler(): (list: Int32Array) => void {
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
  return (list) => {
    for (let last = list.length - 1; last > 0; last--) {
      const other = Math.floor(next() * (last + 1))
      const kept = wholeAt(list, last)
      list[last] = wholeAt(list, other)
      list[other] = kept
    }
  }
}
