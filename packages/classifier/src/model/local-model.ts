import { categories, type Category } from '@doorman/domain/screening/categories'
import type { Verdict } from '@doorman/domain/screening/verdict'
import { explain } from './explain.ts'
import { toFeatures, type Features } from './features.ts'
import type { Judgeable } from './judgeable.ts'
import {
  unpackNames,
  unpackWeights,
  type Calibration,
  type ModelData,
  type Weights,
} from './model-data.ts'

export type LocalModel = {
  /** Deterministic. Text in the message is counted, never followed as an instruction. */
  judge(message: Judgeable): Verdict
  /** `judge` as a promise, so that a local model is a `Classifier`. */
  classify(message: Judgeable): Promise<Verdict>
}

type KnownFeatures = { readonly name: string; readonly index: number; readonly value: number }[]

/** The linear model. Runs in Node and in the browser, makes no requests, keeps no state. */
export function createLocalModel(data: ModelData): LocalModel {
  const names = unpackNames(data.names)
  const indexes = new Map<string, number>()
  names.forEach((name, index) => indexes.set(name, index))
  const cold = unpackWeights(data.cold, names.length)
  const byCategory = categories.map(
    (category) => [category, unpackWeights(data.categories[category], names.length)] as const,
  )

  /** The features in the model's vocabulary: looked up once, used by every set of weights. */
  const lookUp = (features: Features): KnownFeatures => {
    const known: KnownFeatures = []
    for (const [name, value] of features) {
      const index = indexes.get(name)
      if (index !== undefined) known.push({ name, index, value })
    }
    return known
  }

  const toCategory = (known: KnownFeatures): Category => {
    let best: Category = 'other'
    let highest = Number.NEGATIVE_INFINITY
    for (const [category, weights] of byCategory) {
      const sum = weigh(weights, known)
      if (sum > highest) [best, highest] = [category, sum]
    }
    return best
  }

  const judge = (message: Judgeable): Verdict => {
    const { features, signals } = toFeatures(message)
    const known = lookUp(features)
    const score = toScore(weigh(cold, known), calibrationFor(message))
    const evidence = known.map(({ name, index, value }): [string, number] => [
      name,
      (cold.values[index] ?? 0) * value,
    ])
    return {
      category: toCategory(known),
      score,
      signals: explain({ evidence, signals, speaksForCold: score >= 0.5 }),
    }
  }

  const calibrationFor = ({ facts }: Judgeable): Calibration =>
    facts.relationship === null ? data.calibration.wordsAlone : data.calibration.withFacts

  return { judge, classify: (message) => Promise.resolve(judge(message)) }
}

function weigh({ bias, values }: Weights, known: KnownFeatures): number {
  let sum = bias
  for (const { index, value } of known) sum += (values[index] ?? 0) * value
  return sum
}

function toScore(sum: number, { slope, shift }: Calibration): number {
  return 1 / (1 + Math.exp(-(slope * sum + shift)))
}
