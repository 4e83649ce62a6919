/** What the motifs of covers are drawn with. */
export const ice = '#6ec3eb'
export const mint = '#41dca5'

/** An abstract picture: its shapes as SVG, and a description of them. */
export type Cover = { readonly svg: string; readonly alt: string }

/** A whole number from `from` to `to`, both included. */
export type Random = (from: number, to: number) => number

/** Numbers as words, for descriptions. */
export const words = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
]

export function envelope(x: number, y: number, size: number, colour: string): string {
  const tall = size * 0.68
  const flap = `M${round(x)} ${round(y + 8)}l${round(size / 2)} ${round(tall * 0.5)}l${round(size / 2)} ${round(-tall * 0.5)}`
  return `<g fill="none" stroke="${colour}" stroke-width="8" stroke-linejoin="round"><rect x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(tall)}" rx="14"/><path d="${flap}"/></g>`
}

export function each(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Random numbers that are the same for the same seed: FNV-1a, then mulberry32. */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return from + Math.floor(share * (to - from + 1))
  }
}
