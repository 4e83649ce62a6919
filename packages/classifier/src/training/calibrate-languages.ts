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
 * would exceed a limit. So the limits hold in every language.
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

/**
 * For each fold, the curves of `limitErrors` made from the other folds only. A limit always seems to
 * hold on the messages to which it was fitted.
 */
export function calibrateWithoutFolds(
  predictions: readonly OutOfFoldPrediction[],
  limits: Parameters<typeof limitErrors>[2],
): ReadonlyMap<number, Calibrations> {
  const folds = new Set(predictions.map(({ fold }) => fold))
  return new Map(
    [...folds].map((fold) => {
      const others = predictions.filter((one) => one.fold !== fold)
      return [fold, limitErrors(calibrateLanguages(others), others, limits)]
    }),
  )
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

type LimitedGroup = readonly [legit: readonly OutOfFoldPrediction[], limits: ErrorLimits]

/**
 * Lowers the curve until the limit for `filter` holds. If the one for `certain` still doesn't, the
 * part above `filter` gets flatter.
 */
function limitCurve(
  curve: Calibration,
  groups: readonly [LimitedGroup, ...LimitedGroup[]],
): Calibration {
  let { shift } = curve
  const { slope } = curve
  if (groups.flatMap(([legit]) => legit).length < minLegitToFilter)
    return capBelow(curve, groups[0][1].filter.score)
  for (const [legit, { filter }] of groups) {
    const highest = findHighest(legit, filter.maxLegit, minLegitToFilter)
    shift = Math.min(shift, shiftBelow(curve, highest, filter.score).shift)
  }
  let flatter: Calibration['flatter']
  for (const [legit, { filter, certain }] of groups) {
    const highest = findHighest(legit, certain.maxLegit, Number.POSITIVE_INFINITY)
    const from = round((toLogit(filter.score) - shift) / slope)
    // Ends just below the threshold.
    const rise = round(
      (0.999 * (toLogit(certain.score) - toLogit(filter.score))) / (highest - from),
    )
    if (highest > from && rise < (flatter?.slope ?? slope)) flatter = { from, slope: rise }
  }
  return flatter === undefined ? { slope, shift } : { slope, shift, flatter }
}

/**
 * With fewer legitimate messages in a language we can't tell how often the model is wrong there, so
 * it filters nothing in it.
 */
const minLegitToFilter = 100

/** The same curve up to just below this score, and level from there on. */
function capBelow({ slope, shift }: Calibration, score: number): Calibration {
  const from = round((toLogit(score) - 0.01 - shift) / slope)
  return { slope, shift, flatter: { from, slope: 0 } }
}

/**
 * The highest sum of the legitimate messages that must stay below a score. From `minToAllowOne`
 * messages on, one may reach the score even if the share allows none.
 */
function findHighest(
  legit: readonly OutOfFoldPrediction[],
  maxShare: number,
  minToAllowOne: number,
): number {
  const falling = legit
    .map(({ logit }) => logit ?? Number.NEGATIVE_INFINITY)
    .toSorted((one, other) => other - one)
  const byShare = Math.floor(falling.length * maxShare)
  const allowed = falling.length >= minToAllowOne ? Math.max(1, byShare) : byShare
  return falling[allowed] ?? Number.NEGATIVE_INFINITY
}

function toLogit(probability: number): number {
  return Math.log(probability / (1 - probability))
}

function forEachLanguage(make: (language: KnownLanguage) => LanguageCalibration): Calibrations {
  // Every language is a key.
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Calibrations
}
