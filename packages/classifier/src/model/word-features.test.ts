import { expect, test } from 'vitest'
import { toName } from './feature-key.ts'
import { isWordFeature, toWordFeatures as toWordFeaturesBy } from './word-features.ts'

const toWordFeatures = (words: readonly string[], subject: readonly string[]) =>
  toWordFeaturesBy(words, subject, toName)

const lengthOf = (features: ReadonlyMap<string, number>) => Math.hypot(...features.values())

test('features are words, stems, pairs, triples, first and last words, and subject words', () => {
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
    'stem:palle',
    'three:we sell pallets',
    'w:pallets',
    'w:sell',
    'w:we',
  ])
})

test('the feature vector has the same length for every long message, and is shorter for a short one', () => {
  const toWords = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`)
  expect(lengthOf(toWordFeatures(toWords(200), []))).toBeCloseTo(5)
  expect(lengthOf(toWordFeatures(toWords(2_000), []))).toBeCloseTo(5)
  expect(lengthOf(toWordFeatures(toWords(8), []))).toBeLessThan(2)
})

test('a feature that occurs twice counts once', () => {
  const words = 'we sell pallets we sell pallets'.split(' ')
  expect([...toWordFeatures(words, ['pallets', 'pallets']).keys()].toSorted()).toEqual([
    'b:pallets we',
    'b:sell pallets',
    'b:we sell',
    'first:pallets',
    'first:sell',
    'first:we',
    'last:pallets',
    'last:sell',
    'last:we',
    's:pallets',
    'stem:palle',
    'three:pallets we sell',
    'three:sell pallets we',
    'three:we sell pallets',
    'w:pallets',
    'w:sell',
    'w:we',
  ])
})

test('repeated words do not make the values smaller', () => {
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`)
  expect(
    lengthOf(toWordFeatures([...words, ...words, ...words], [...words, ...words])),
  ).toBeCloseTo(5)
})

test('features that the model does not have are left out, but count towards the length of the vector', () => {
  const words = Array.from({ length: 2_000 }, (_, index) => `word${index}`)
  const all = toWordFeatures(words, [])
  const known = toWordFeaturesBy(words, [], (kind, one) =>
    kind === 'w' && one === 'word7' ? 7 : undefined,
  )
  expect([...known]).toEqual([[7, all.get('w:word7')]])
})

test('greetings and closings give no features', () => {
  expect([...toWordFeatures(['dear', 'ann', 'regards'], ['re', 'pallets']).keys()]).toEqual([
    'w:ann',
    'first:ann',
    'last:ann',
    's:pallets',
  ])
})

test('features made of words are distinguished from features made of signals', () => {
  expect(
    ['w:a', 'stem:aaaaa', 'b:a b', 'three:a b c', 'first:a', 'last:a', 's:a'].every(isWordFeature),
  ).toBe(true)
  expect(['g:flatters', 'e:bulk', 'n:cold', 'h:bumps', 't:bumps'].some(isWordFeature)).toBe(false)
})
