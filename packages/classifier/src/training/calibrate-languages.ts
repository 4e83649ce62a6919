import { languages, type KnownLanguage } from '../model/language.ts'
import type { Calibration, LanguageCalibration } from '../model/model-data.ts'
import { calibrate, round, shiftBelow } from './calibration.ts'
import type { OutOfFoldPrediction } from './out-of-fold.ts'

export type Calibrations = Readonly<Record<KnownLanguage, LanguageCalibration>>

/**
 * The largest shares of legitimate messages that may reach the scores from which a message is
 * filtered, and from which it is certainly cold.
 */
export type ErrorLimits = {
  readonly filter: ErrorLimit
  readonly certain: ErrorLimit
}
type ErrorLimit = { readonly score: number; readonly maxLegit: number }

/**
 * One curve for each language, with and without facts about the sender. How many messages of a
 * language are cold depends on how they were collected, so both labels get the same total weight.
 */
export function calibrateLanguages(predictions: readonly OutOfFoldPrediction[]): Calibrations {
  return forEachLanguage((language) => {
    const ofLanguage = predictions.filter((one) => toLanguage(one) === language)
    return {
      withFacts: toCurve(ofLanguage.filter(({ example }) => example.view === 'with-facts')),
      wordsAlone: toCurve(ofLanguage.filter(({ example }) => example.view !== 'with-facts')),
    }
  })
}

/**
 * The same curves, lowered where the legitimate messages of a language, or of one kind of source,
 * would exceed a limit. So a score means at most this error rate in every language.
 */
export function limitErrors(
  curves: Calibrations,
  predictions: readonly OutOfFoldPrediction[],
  limits: {
    readonly withFacts: ErrorLimits
    readonly writtenByWords: ErrorLimits
    readonly collectedByWords: ErrorLimits
  },
): Calibrations {
  return forEachLanguage((language) => {
    const legit = predictions.filter(
      (one) => !one.example.message.isCold && toLanguage(one) === language,
    )
    const withFacts = legit.filter(({ example }) => example.view === 'with-facts')
    const byWords = legit.filter(({ example }) => example.view === 'words-alone')
    const [written, collected] = (['written', 'collected'] as const).map((origin) =>
      byWords.filter(({ example }) => example.message.origin === origin),
    )
    return {
      withFacts: limitCurve(curves[language].withFacts, [[withFacts, limits.withFacts]]),
      wordsAlone: limitCurve(curves[language].wordsAlone, [
        [written ?? [], limits.writtenByWords],
        [collected ?? [], limits.collectedByWords],
      ]),
    }
  })
}

/** The language as the product detects it. A message that a rule keeps has only its label. */
function toLanguage({ example: { judgeable, message } }: OutOfFoldPrediction): string {
  return judgeable?.facts.language ?? (message.origin === 'collected' ? 'en' : message.language)
}

function toCurve(predictions: readonly OutOfFoldPrediction[]): Calibration {
  const labelled = predictions.flatMap(({ example, logit }) =>
    logit === null ? [] : [{ logit, isCold: example.message.isCold }],
  )
  const cold = labelled.filter(({ isCold }) => isCold).length
  const legit = labelled.length - cold
  return calibrate(labelled.map((one) => ({ ...one, weight: one.isCold ? legit / cold : 1 })))
}

/**
 * Shifts the curve for the limit of `filter`; if that of `certain` needs more, the curve gets
 * flatter from there on.
 */
function limitCurve(
  curve: Calibration,
  groups: readonly (readonly [readonly OutOfFoldPrediction[], ErrorLimits])[],
): Calibration {
  let { shift } = curve
  const { slope } = curve
  for (const [legit, { filter }] of groups) {
    const highest = findHighest(legit, filter.maxLegit, minToForgiveOne)
    shift = Math.min(shift, shiftBelow(curve, highest, filter.score).shift)
  }
  let flatter: Calibration['flatter']
  for (const [legit, { filter, certain }] of groups) {
    const highest = findHighest(legit, certain.maxLegit, Number.POSITIVE_INFINITY)
    const from = round((toLogit(filter.score) - shift) / slope)
    const rise = round(
      (0.999 * (toLogit(certain.score) - toLogit(filter.score))) / (highest - from),
    )
    if (highest > from && rise < (flatter?.slope ?? slope)) flatter = { from, slope: rise }
  }
  return flatter === undefined ? { slope, shift } : { slope, shift, flatter }
}

/** A language with fewer legitimate messages may filter none of them. */
const minToForgiveOne = 100

/** The highest sum of the legitimate messages that must stay below a score. */
function findHighest(
  legit: readonly OutOfFoldPrediction[],
  maxShare: number,
  minForOne: number,
): number {
  const falling = legit
    .map(({ logit }) => logit ?? Number.NEGATIVE_INFINITY)
    .toSorted((one, other) => other - one)
  const allowed = Math.floor(falling.length * maxShare)
  const forgiven = falling.length >= minForOne ? Math.max(1, allowed) : allowed
  return falling[forgiven] ?? Number.NEGATIVE_INFINITY
}

function toLogit(probability: number): number {
  return Math.log(probability / (1 - probability))
}

function forEachLanguage(make: (language: KnownLanguage) => LanguageCalibration): Calibrations {
  // Every language is a key.
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Calibrations
}
