import { expect, test } from 'vitest'
import { isWordFeature, toWordFeatures } from './word-features.ts'

test('words, pairs, ends and subject, together of one length', () => {
  const features = toWordFeatures(['we', 'sell', 'pallets'], ['pallets'])
  expect([...features.keys()].toSorted()).toEqual([
    'b:sell pallets',
    'b:we sell',
    'first:pallets',
    'first:sell',
    'first:we',
    'last:pallets',
    'last:sell',
    'last:we',
    's:pallets',
    'w:pallets',
    'w:sell',
    'w:we',
  ])
  const length = [...features.values()].reduce((sum, value) => sum + value * value, 0)
  expect(Math.sqrt(length)).toBeCloseTo(4)
})

test('manners are no evidence', () => {
  expect([...toWordFeatures(['dear', 'ann', 'regards'], ['re', 'pallets']).keys()]).toEqual([
    'w:ann',
    'first:ann',
    'last:ann',
    's:pallets',
  ])
})

test('a feature made of words is told from one made of signals', () => {
  expect(['w:a', 'b:a b', 'first:a', 'last:a', 's:a'].every(isWordFeature)).toBe(true)
  expect(['g:flatters', 'e:bulk', 'n:cold', 'h:bumps'].some(isWordFeature)).toBe(false)
})
