import { categories, type Category } from '@doorman/domain/decide'
import {
  packNames,
  packWeights,
  type Calibration,
  type ModelData,
  type PackedWeights,
} from '../local/model-data.ts'
import { calibrate, moveBelow } from './calibration.ts'
import { chooseThresholds, findWordsLimit, type Threshold } from './choose-thresholds.ts'
import type { Examples } from './examples.ts'
import { fitCategories } from './fit-categories.ts'
import { fitCold } from './fit-cold.ts'
import { toProbability } from './logistic-regression.ts'
import { toOpinions, type Opinion } from './out-of-fold.ts'
import { countUses, toVocabulary } from './vocabulary.ts'

export type Training = {
  readonly model: ModelData
  readonly thresholds: Record<Category, Threshold>
  /** What models that had not seen a mail said of it: the ground of calibration and thresholds. */
  readonly opinions: readonly Opinion[]
}

export function trainModel(examples: Examples): Training {
  const opinions = toOpinions(examples)
  const withFacts = calibrateWithFacts(opinions)
  const { slope, shift } = withFacts
  const thresholds = chooseThresholds(
    opinions
      .filter(({ example }) => example.view === 'with-facts')
      .map(({ example, sum, category }) => ({
        category,
        isCold: example.mail.isCold,
        score: sum === null ? 0 : toProbability(slope * sum + shift),
      })),
  )
  const filter = Math.min(...categories.map((category) => thresholds[category].filter))
  const calibration = { withFacts, wordsAlone: calibrateWithoutFacts(opinions, filter) }

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
    opinions,
  }
}

function calibrateWithFacts(opinions: readonly Opinion[]): Calibration {
  return calibrate(
    opinions.flatMap(({ example, sum }) =>
      sum !== null && example.view === 'with-facts'
        ? [{ sum, isCold: example.mail.isCold, weight: 1 }]
        : [],
    ),
  )
}

/**
 * How much of such mail is cold is chance: it was collected. Both sides count for half, and the
 * curve then stands where the common limit sets aside as much as words alone may.
 */
export function calibrateWithoutFacts(opinions: readonly Opinion[], filter: number): Calibration {
  const judged = opinions.flatMap(({ example, sum }) =>
    sum !== null && example.view !== 'with-facts' ? [{ sum, isCold: example.mail.isCold }] : [],
  )
  const cold = judged.filter(({ isCold }) => isCold).length
  const legit = judged.length - cold
  const curve = calibrate(judged.map((one) => ({ ...one, weight: one.isCold ? legit / cold : 1 })))
  const byWords = opinions.filter(
    ({ example: { view, mail } }) => view === 'words-alone' && !mail.isCold,
  )
  const limit = findWordsLimit(byWords.map(({ sum }) => sum ?? Number.NEGATIVE_INFINITY))
  return moveBelow(curve, limit, filter)
}
