import { categories, type Category } from '@doorman/domain/screening/categories'
import { packNames, packWeights, type ModelData, type PackedWeights } from '../model/model-data.ts'
import { toScore } from '../model/score.ts'
import { calibrateLanguages, limitErrors, type Calibrations } from './calibrate-languages.ts'
import {
  chooseThresholds,
  toErrorLimits,
  type ScoredMessage,
  type Threshold,
} from './choose-thresholds.ts'
import type { Examples } from './examples.ts'
import { fitCategories } from './fit-categories.ts'
import { fitCold } from './fit-cold.ts'
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
  const curves = calibrateLanguages(predictions)
  const thresholds = chooseThresholds(toScored(predictions, curves))
  const calibration = limitErrors(curves, predictions, toErrorLimits(thresholds))

  const vocabulary = toVocabulary(examples, countUses(examples))
  const cold = fitCold(examples.all, vocabulary)
  const byCategory = fitCategories(examples.all, vocabulary)
  const packed = categories.map((category): [Category, PackedWeights] => {
    const { weights, bias } = byCategory[category]
    return [category, packWeights(weights, bias)]
  })
  return {
    model: {
      format: 3,
      names: packNames(vocabulary.names),
      cold: packWeights(cold.weights, cold.bias),
      // Every category is a key.
      categories: Object.fromEntries(packed) as ModelData['categories'],
      calibration,
    },
    thresholds,
  }
}

function toScored(
  predictions: readonly OutOfFoldPrediction[],
  calibration: Calibrations,
): ScoredMessage[] {
  return predictions
    .filter(({ example }) => example.view === 'with-facts')
    .map(({ example: { message, judgeable }, logit, category }) => ({
      category,
      isCold: message.isCold,
      score: logit === null || !judgeable ? 0 : toScore(logit, judgeable.facts, calibration),
    }))
}
