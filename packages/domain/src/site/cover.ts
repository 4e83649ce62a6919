import { motifs, type MotifName } from './cover-motifs.ts'
import { createRandom, type Cover } from './cover-shapes.ts'
import { socialSize } from './picture.ts'

// Safe: the keys of a literal.
const names = Object.keys(motifs) as MotifName[]
const night = '#0c0f16'
const grounds = [night, '#0b2233', '#0a281f', '#1a1f2b'] as const

/** Motifs of earlier versions. Their seeds name no motif, and their ground is `night`. */
const formerNames = names.slice(0, 6)

/** How many covers on either side must differ: a row of the index shows three. */
export const distinctCovers = 3

/** Draws the same cover for the same seed: the name of a motif and a slug, as `rings/a-door`. */
export function drawCover(seed: string): Cover {
  const random = createRandom(seed)
  const named = findMotif(seed)
  const motif = named ?? formerNames[random(0, formerNames.length - 1)] ?? 'lobby'
  const ground = named ? (grounds[random(0, grounds.length - 1)] ?? night) : night
  const { svg, alt } = motifs[motif](random, ground)
  const { width, height } = socialSize
  return { svg: `<rect width="${width}" height="${height}" fill="${ground}"/>${svg}`, alt }
}

/**
 * A seed whose motif none of the covers nearby shows. Keeps a seed that already differs, so that a
 * cover changes only if it has to.
 */
export function toDistinctSeed(seed: string, nearby: readonly string[]): string {
  const taken = new Set(nearby.map(motifOf))
  const current = findMotif(seed)
  if (current && !taken.has(current)) return seed
  const slug = seed.slice(seed.indexOf('/') + 1)
  const free = names.filter((name) => !taken.has(name))
  const name = free[createRandom(slug)(0, free.length - 1)] ?? motifOf(seed)
  return `${name}/${slug}`
}

/** Whether the seed says what its cover shows. Those of earlier versions don't. */
export function hasMotif(seed: string): boolean {
  return findMotif(seed) !== undefined
}

function findMotif(seed: string): MotifName | undefined {
  return names.find((name) => seed.startsWith(`${name}/`))
}

function motifOf(seed: string): MotifName {
  return findMotif(seed) ?? formerNames[createRandom(seed)(0, formerNames.length - 1)] ?? 'lobby'
}
