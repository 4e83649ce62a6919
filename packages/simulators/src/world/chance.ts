/** Seeded chance: the same seed makes the same world. Nothing here is secret. */
export type Chance = {
  /** From 0 up to, not including, `limit`. */
  below(limit: number): number
  hex(digits: number): string
  uuid(): string
  /** Letters, digits, `-` and `_`, as tokens and codes have them. */
  token(length: number): string
  /** From here on as if begun with this seed. */
  reseed(seed: number): void
}

const hexDigits = '0123456789abcdef'
const tokenLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function createChance(seed: number): Chance {
  let next = mulberry32(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const word = (letters: string, length: number) =>
    Array.from({ length }, () => letters.charAt(below(letters.length))).join('')
  const hex = (digits: number) => word(hexDigits, digits)
  return {
    below,
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    token: (length) => word(tokenLetters, length),
    reseed(newSeed) {
      next = mulberry32(newSeed)
    },
  }
}

/** Tommy Ettinger's mulberry32: 32 bits of state are plenty for ids in a test. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
