import { expect, test } from 'vitest'
import { drawCover } from './cover.ts'

const seeds = Array.from({ length: 60 }, (_, index) => `article-${index}`)

test('the same seed draws the same cover, another seed a different one', () => {
  expect(drawCover('a-door')).toEqual(drawCover('a-door'))
  expect(new Set(seeds.map((seed) => drawCover(seed).svg)).size).toBe(seeds.length)
})

test('every motif occurs and describes what it shows', () => {
  const alts = seeds.map((seed) => drawCover(seed).alt)
  for (const thing of ['envelopes', 'rings', 'doorways', 'bars', 'circles', 'lines'])
    expect(alts.some((alt) => alt.includes(thing))).toBe(true)
  expect(alts.filter((alt) => /undefined|NaN/.test(alt))).toEqual([])
})

test('every coordinate is a number', () => {
  for (const seed of seeds) expect(drawCover(seed).svg).not.toMatch(/NaN|undefined|Infinity/)
})
