import { digitAt, maxShared, ModelDataError } from './model-data.ts'
import { isWordFeature } from './word-features.ts'

const space = 0x20
const colon = 0x3a
const newline = 0x0a

/**
 * Finds the number of a feature by its name, in a hash table of 64-bit hashes. A map with the names
 * would need several times the memory, and a new string for every pair of words that is looked up.
 * In about one of ten million messages, a hash collision takes one word for another.
 */
export class FeatureIndex {
  readonly size: number
  /** The names of features that are not made of words, by number. */
  readonly otherNames: ReadonlyMap<number, string>
  /** Two numbers per slot: the number of the feature plus one, and the second half of its hash. */
  readonly #slots: Int32Array

  /** Takes names in the form of `packNames`. */
  constructor(packed: string) {
    this.size = countLines(packed)
    this.#slots = new Int32Array(2 * 2 ** Math.ceil(Math.log2(2 * this.size)))
    this.otherNames = this.#addAll(packed)
  }

  /** The number of the feature `kind:one two three`; `undefined` if the model does not have it. */
  find(kind: string, one: string, two?: string, three?: string): number | undefined {
    let high = addChar(addText(highStart, kind, highFactor), colon, highFactor)
    let low = addChar(addText(lowStart, kind, lowFactor), colon, lowFactor)
    high = addText(high, one, highFactor)
    low = addText(low, one, lowFactor)
    if (two !== undefined) {
      high = addText(addChar(high, space, highFactor), two, highFactor)
      low = addText(addChar(low, space, lowFactor), two, lowFactor)
    }
    if (three !== undefined) {
      high = addText(addChar(high, space, highFactor), three, highFactor)
      low = addText(addChar(low, space, lowFactor), three, lowFactor)
    }
    const slot = this.#findSlot(high, low)
    const found = this.#slots[slot] ?? 0
    return found === 0 ? undefined : found - 1
  }

  #addAll(packed: string): Map<number, string> {
    const otherNames = new Map<number, string>()
    /** The previous name, and by length the hashes of its beginnings. */
    const codes: number[] = []
    let length = 0
    const highs = new Int32Array(maxShared + 1).fill(highStart)
    const lows = new Int32Array(maxShared + 1).fill(lowStart)
    let isWord = false
    let at = 0
    for (let number = 0; number < this.size; number++) {
      const shared = digitAt(packed, at)
      if (shared < 0 || shared > length) throw new ModelDataError('not a name')
      length = shared
      let high = highs[shared] ?? highStart
      let low = lows[shared] ?? lowStart
      let hasKind = false
      for (at++; at < packed.length; at++) {
        const code = packed.charCodeAt(at)
        if (code === newline) break
        hasKind ||= code === colon
        codes[length++] = code
        high = addChar(high, code, highFactor)
        low = addChar(low, code, lowFactor)
        if (length <= maxShared) {
          highs[length] = high
          lows[length] = low
        }
      }
      at++
      const slot = this.#findSlot(high, low)
      this.#slots[slot] = number + 1
      this.#slots[slot + 1] = low
      if (isWord && !hasKind) continue
      const name = String.fromCharCode(...codes.slice(0, length))
      isWord = isWordFeature(name)
      if (!isWord) otherNames.set(number, name)
    }
    return otherNames
  }

  /** Where a feature with these hashes is, or would be added. */
  #findSlot(high: number, low: number): number {
    const last = this.#slots.length - 2
    let slot = (high << 1) & last
    while (this.#slots[slot] !== 0 && this.#slots[slot + 1] !== low) slot = (slot + 2) & last
    return slot
  }
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

// Two FNV hashes with different factors are the halves of a hash.
const highStart = 0x811c9dc5 | 0
const highFactor = 0x01000193
const lowStart = 0x2b7e1516
const lowFactor = 0x5bd1e995

function addText(hash: number, text: string, factor: number): number {
  let result = hash
  for (let i = 0; i < text.length; i++) result = addChar(result, text.charCodeAt(i), factor)
  return result
}

function addChar(hash: number, code: number, factor: number): number {
  return Math.imul(hash ^ code, factor)
}
