import { stranger } from '@doorman/domain/screening/sender-facts'
import { expect, test } from 'vitest'
import type { KnownLanguage } from '../model/language.ts'
import { toScore } from '../model/score.ts'
import { fakeFacts, fakeMessage } from '../testing/fake-message.ts'
import {
  calibrateLanguages,
  calibrateWithoutFolds,
  limitErrors,
  type Calibrations,
} from './calibrate-languages.ts'
import { SeededRandom } from './seeded-random.ts'
import type { View } from './examples.ts'
import type { OutOfFoldPrediction } from './out-of-fold.ts'
import type { LabelledMessage } from './read-corpus.ts'

type Origin = LabelledMessage['origin']

function toPrediction(
  {
    language,
    isCold,
    view = 'with-facts',
    origin = 'written',
    fold = 0,
  }: {
    language: KnownLanguage
    isCold: boolean
    view?: View
    origin?: Origin
    fold?: number
  },
  logit: number | null,
): OutOfFoldPrediction {
  const relationship = view === 'with-facts' ? stranger : null
  const message = { isCold, origin, language } as LabelledMessage
  const judgeable =
    logit === null ? null : fakeMessage('Hello', 'Hello', { ...fakeFacts, language, relationship })
  return { example: { message, view, judgeable, row: null }, logit, category: 'sales', fold }
}

const random = new SeededRandom()

/** 400 messages of each label, whose logits overlap around `middle`. */
function toPredictions(language: KnownLanguage, middle: number): OutOfFoldPrediction[] {
  return [true, false].flatMap((isCold) =>
    Array.from({ length: 400 }, () => {
      const logit = middle + (isCold ? 2 : -2) + 6 * (random.next() - 0.5)
      return toPrediction({ language, isCold }, logit)
    }),
  )
}

const limits = (maxFiltered: number) => ({
  filter: { score: 0.9, maxLegit: maxFiltered },
  certain: { score: 0.97, maxLegit: 0 },
})
const sameLimits = (maxFiltered: number) => ({
  withFacts: limits(maxFiltered),
  writtenByWords: limits(maxFiltered),
  collectedByWords: limits(maxFiltered),
})

function countLegit(
  predictions: readonly OutOfFoldPrediction[],
  calibration: Calibrations,
  from: number,
): number {
  return predictions.filter(
    ({ example, logit }) =>
      !example.message.isCold &&
      logit !== null &&
      example.judgeable !== null &&
      toScore(logit, example.judgeable.facts, calibration) >= from,
  ).length
}

test('the same score means the same in two languages whose logits differ', () => {
  const [english, polish] = [toPredictions('en', 0), toPredictions('pl', -3)]
  const curves = calibrateLanguages([...english, ...polish])
  const facts = { relationship: stranger }
  for (const offset of [-1, 0, 1])
    expect(toScore(offset - 3, { ...facts, language: 'pl' }, curves)).toBeCloseTo(
      toScore(offset, { ...facts, language: 'en' }, curves),
      1,
    )
})

test('at most the allowed share of a language’s legitimate messages is filtered, and none is certain', () => {
  const outliers = [7, 8, 9, 10, 11].map((logit) =>
    toPrediction({ language: 'de', isCold: false }, logit),
  )
  const predictions = [...toPredictions('en', 0), ...toPredictions('de', 1), ...outliers]
  const curves = calibrateLanguages(predictions)
  const german = predictions.filter(({ example }) => example.message.language === 'de')
  expect(countLegit(german, curves, 0.9)).toBeGreaterThan(2)
  const limited = limitErrors(curves, predictions, sameLimits(0.005))
  expect(countLegit(german, limited, 0.9)).toBe(2)
  expect(countLegit(german, limited, 0.97)).toBe(0)
})

test('with 100 legitimate messages one may be filtered, with 99 none, and none may be certain', () => {
  for (const [count, filtered] of [
    [100, 1],
    [99, 0],
  ] as const) {
    const legit = Array.from({ length: count }, (_, index) =>
      toPrediction({ language: 'da', isCold: false }, index === 0 ? 6 : -2 - index / 100),
    )
    const cold = Array.from({ length: 50 }, (_, index) =>
      toPrediction({ language: 'da', isCold: true }, 2 + index / 10),
    )
    const predictions = [...legit, ...cold]
    const limited = limitErrors(calibrateLanguages(predictions), predictions, sameLimits(0.005))
    expect(countLegit(predictions, limited, 0.9)).toBe(filtered)
    expect(countLegit(predictions, limited, 0.97)).toBe(0)
  }
})

test('in a language with few or no legitimate messages nothing is filtered, but a language model can be asked', () => {
  for (const count of [0, 99]) {
    const legit = Array.from({ length: count }, () =>
      toPrediction({ language: 'it', isCold: false }, -4),
    )
    const cold = Array.from({ length: 500 }, (_, index) =>
      toPrediction({ language: 'it', isCold: true }, index / 100),
    )
    const predictions = [...legit, ...cold]
    const limited = limitErrors(calibrateLanguages(predictions), predictions, sameLimits(0.005))
    const score = toScore(50, { language: 'it', relationship: stranger }, limited)
    expect(score).toBeLessThan(0.9)
    expect(score).toBeGreaterThan(0.85)
  }
})

test('the limits for a fold do not depend on its own messages', () => {
  const outliers = Array.from({ length: 5 }, () =>
    toPrediction({ language: 'de', isCold: false, fold: 1 }, 9),
  )
  const others = toPredictions('de', 0)
  const predictions = [...others, ...outliers]
  const limits = sameLimits(0.005)
  const ofAll = limitErrors(calibrateLanguages(predictions), predictions, limits)
  expect(countLegit(outliers, ofAll, 0.9)).toBeLessThan(5)
  const calibrations = calibrateWithoutFolds(predictions, limits)
  expect(calibrations.get(1)).toEqual(limitErrors(calibrateLanguages(others), others, limits))
  expect(countLegit(outliers, calibrations.get(1) ?? ofAll, 0.9)).toBe(5)
})

test('written and collected messages have separate limits when only words are known', () => {
  const byWords = (isCold: boolean, origin: Origin, logit: number | null) =>
    toPrediction({ language: 'en', isCold, view: 'words-alone', origin }, logit)
  const predictions = [
    ...Array.from({ length: 1_000 }, () => byWords(false, 'written', -3)),
    ...Array.from({ length: 1_000 }, (_, index) =>
      byWords(false, 'collected', index < 10 ? 5 + index / 10 : -3),
    ),
    // Kept by a rule: they count among the legitimate messages.
    ...Array.from({ length: 1_000 }, () => byWords(false, 'collected', null)),
    ...Array.from({ length: 1_000 }, (_, index) => byWords(true, 'written', 2 + index / 200)),
  ]
  const limited = limitErrors(calibrateLanguages(predictions), predictions, {
    ...sameLimits(0.05),
    collectedByWords: limits(0.002),
  })
  const collected = predictions.filter(({ example }) => example.message.origin === 'collected')
  expect(countLegit(collected, limited, 0.9)).toBe(4)
})
