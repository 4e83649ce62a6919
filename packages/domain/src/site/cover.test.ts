import { expect, test } from 'vitest'
import { distinctCovers, drawCover, hasMotif, toDistinctSeed } from './cover.ts'

const slugs = Array.from({ length: 60 }, (_, index) => `article-${index}`)
const formerSeeds = slugs
const seeds = slugs.reduce<string[]>(
  (before, slug) => [...before, toDistinctSeed(slug, before.slice(-9))],
  [],
)
const motifOf = (seed: string) => seed.split('/')[0]

test('the same seed draws the same cover, another seed a different one', () => {
  expect(drawCover('rings/a-door')).toEqual(drawCover('rings/a-door'))
  expect(new Set(seeds.map((seed) => drawCover(seed).svg)).size).toBe(seeds.length)
})

test('every motif occurs and describes what it shows', () => {
  const alts = seeds.map((seed) => drawCover(seed).alt)
  const things = 'envelopes rings doorways bars circles straight steps wavy cards disc'
  for (const thing of things.split(' '))
    expect(alts.filter((alt) => alt.includes(thing))).not.toEqual([])
  expect(alts.filter((alt) => /undefined|NaN/.test(alt))).toEqual([])
})

test('every coordinate is a number', () => {
  for (const seed of [...seeds, ...formerSeeds])
    expect(drawCover(seed).svg).not.toMatch(/NaN|undefined|Infinity/)
})

test('covers near each other show different motifs, whatever order the articles come in', () => {
  const order: string[] = []
  for (const [index, slug] of slugs.entries()) {
    const at = (index * 7) % (order.length + 1)
    const nearby = order.slice(Math.max(0, at - distinctCovers), at + distinctCovers)
    order.splice(at, 0, toDistinctSeed(slug, nearby))
  }
  for (const index of order.keys()) {
    const row = order.slice(index, index + distinctCovers + 1).map(motifOf)
    expect(new Set(row).size).toBe(row.length)
  }
})

test('a cover keeps its motif until a neighbour shows the same', () => {
  expect(toDistinctSeed('rings/a-door', ['doors/b', 'tide/c'])).toBe('rings/a-door')
  const moved = toDistinctSeed('rings/a-door', ['doors/b', 'rings/c'])
  expect(moved).toMatch(/^(?!rings|doors)\w+\/a-door$/)
})

test('a seed of an earlier version draws what it drew, and its neighbours avoid that motif', () => {
  expect(hasMotif('how-doorman-decides')).toBe(false)
  expect(drawCover('how-doorman-decides').alt).toMatch(/^Five envelopes in outline/)
  for (const slug of slugs)
    expect(motifOf(toDistinctSeed(slug, ['how-doorman-decides']))).not.toBe('lobby')
})
