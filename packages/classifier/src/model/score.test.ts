import { stranger } from '@doorman/domain/screening/sender-facts'
import { categories } from '@doorman/domain/screening/categories'
import { thresholds } from '@doorman/domain/screening/thresholds'
import { expect, test } from 'vitest'
import { languages } from './language.ts'
import type { ModelData } from './model-data.ts'
import { toScore } from './score.ts'

const plain = { slope: 1, shift: 0 }
const calibration = Object.fromEntries(
  languages.map((language) => [language, { withFacts: plain, wordsAlone: plain }]),
) as ModelData['calibration']

test('the curve depends on the language, and on whether the sender was looked up', () => {
  const german = { withFacts: { slope: 1, shift: 2 }, wordsAlone: { slope: 1, shift: -2 } }
  const own = { ...calibration, de: german }
  expect(toScore(0, { language: 'de', relationship: stranger }, own)).toBeCloseTo(0.88, 2)
  expect(toScore(0, { language: 'de', relationship: null }, own)).toBeCloseTo(0.12, 2)
  expect(toScore(0, { language: 'fr', relationship: null }, own)).toBe(0.5)
})

test('a curve may get flatter above some sum, but never jumps or falls', () => {
  const flat = { slope: 1, shift: 0, flatter: { from: 2, slope: 0.1 } }
  const own = { ...calibration, pl: { withFacts: flat, wordsAlone: flat } }
  const scoreAt = (sum: number) => toScore(sum, { language: 'pl', relationship: null }, own)
  const sums = Array.from({ length: 100 }, (_, index) => index / 10 - 3)
  const scores = sums.map(scoreAt)
  expect(scores).toEqual(scores.toSorted((one, other) => one - other))
  expect(scoreAt(2)).toBeCloseTo(0.881, 3)
  expect(scoreAt(2.001) - scoreAt(2)).toBeLessThan(0.001)
  expect(scoreAt(7)).toBeCloseTo(0.924, 3)
})

test.each(['other', 'unknown'] as const)(
  'a message in a language that is %s never scores enough to be filtered, but enough to ask',
  (language) => {
    const score = toScore(100, { language, relationship: stranger }, calibration)
    for (const category of categories) {
      expect(score).toBeLessThan(thresholds[category].filter)
      expect(score).toBeGreaterThan(thresholds[category].unsure)
    }
    expect(toScore(-100, { language, relationship: stranger }, calibration)).toBeLessThan(0.01)
  },
)
