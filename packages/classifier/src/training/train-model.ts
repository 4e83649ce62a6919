import { categories, type Category } from '@doorman/domain/screening/categories'
import {
  packNames,
  packWeights,
  type Calibration,
  type ModelData,
  type PackedWeights,
} from '../model/model-data.ts'
import { calibrate, shiftBelow } from './calibration.ts'
import { chooseThresholds, findWordsLimit, type Threshold } from './choose-thresholds.ts'
import type { Examples } from './examples.ts'
import { fitCategories } from './fit-categories.ts'
import { fitCold } from './fit-cold.ts'
import { toProbability } from './logistic-regression.ts'
import { predictOutOfFold, type OutOfFoldPrediction } from './out-of-fold.ts'
import { countUses, toVocabulary } from './vocabulary.ts'

export type Training = {
  readonly model: ModelData
  readonly thresholds: Record<Category, Threshold>
}

/**
 * Calibration and thresholds come from out-of-fold predictions; the model itself from all examples.
 */
export function trainModel(examples: Examples): Training {
  const predictions = predictOutOfFold(examples)
  const withFacts = calibrateWithFacts(predictions)
  const { slope, shift } = withFacts
  const thresholds = chooseThresholds(
    predictions
      .filter(({ example }) => example.view === 'with-facts')
      .map(({ example, logit, category }) => ({
        category,
        isCold: example.message.isCold,
        score: logit === null ? 0 : toProbability(slope * logit + shift),
      })),
  )
  const filter = Math.min(...categories.map((category) => thresholds[category].filter))
  const calibration = { withFacts, wordsAlone: calibrateWithoutFacts(predictions, filter) }

  const vocabulary = toVocabulary(examples, countUses(examples))
  const cold = fitCold(examples.all, vocabulary)
  const byCategory = fitCategories(examples.all, vocabulary)
  const packed = categories.map((category): [Category, PackedWeights] => {
    const { weights, bias } = byCategory[category]
    return [category, packWeights(weights, bias)]
  })
  return {
    model: {
      format: 2,
      names: packNames(vocabulary.names),
      cold: packWeights(cold.weights, cold.bias),
      // Every category is a key.
      categories: Object.fromEntries(packed) as ModelData['categories'],
      calibration,
    },
    thresholds,
  }
}

function calibrateWithFacts(predictions: readonly OutOfFoldPrediction[]): Calibration {
  return calibrate(
    predictions.flatMap(({ example, logit }) =>
      logit !== null && example.view === 'with-facts'
        ? [{ logit, isCold: example.message.isCold, weight: 1 }]
        : [],
    ),
  )
}

/**
 * How many of these messages are cold depends on how they were collected, so both labels get the
 * same total weight. The curve is then shifted so that the common threshold filters as many
 * legitimate messages as words alone may.
 */
export function calibrateWithoutFacts(
  predictions: readonly OutOfFoldPrediction[],
  filter: number,
): Calibration {
  const labelled = predictions.flatMap(({ example, logit }) =>
    logit !== null && example.view !== 'with-facts'
      ? [{ logit, isCold: example.message.isCold }]
      : [],
  )
  const cold = labelled.filter(({ isCold }) => isCold).length
  const legit = labelled.length - cold
  const curve = calibrate(
    labelled.map((one) => ({ ...one, weight: one.isCold ? legit / cold : 1 })),
  )
  const legitByWords = predictions.filter(
    ({ example: { view, message } }) => view === 'words-alone' && !message.isCold,
  )
  const limit = findWordsLimit(legitByWords.map(({ logit }) => logit ?? Number.NEGATIVE_INFINITY))
  return shiftBelow(curve, limit, filter)
}
