/** Pseudo-random values from a seed: the same seed makes the same world. None of them is secret. */
export type Random = {
  /** From 0 up to, not including, `limit`. */
  below(limit: number): number
  hex(digits: number): string
  uuid(): string
  /** ASCII letters, digits, `-` and `_`, as in OAuth tokens and codes. */
  token(length: number): string
  /** Continues as a new generator with this seed would. */
  reseed(seed: number): void
}

const hexDigits = '0123456789abcdef'
const tokenCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function createRandom(seed: number): Random {
  let next = mulberry32(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = (characters: string, length: number) => {
    let picked = ''
    while (picked.length < length) picked += characters.charAt(below(characters.length))
    return picked
  }
  const hex = (digits: number) => pick(hexDigits, digits)
  return {
    below,
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    token: (length) => pick(tokenCharacters, length),
    reseed(newSeed) {
      next = mulberry32(newSeed)
    },
  }
}

/** Tommy Ettinger's mulberry32. Its 32 bits of state are enough for ids in a test. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
