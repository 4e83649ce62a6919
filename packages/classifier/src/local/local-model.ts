import { categories, type Category, type Verdict } from '@doorman/domain/decide'
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
  /** The same answer for the same mail, always, and nothing in the mail can talk it into another. */
  judge(mail: Judgeable): Verdict
  /** The same as a promise, for whoever takes any classifier. */
  classify(mail: Judgeable): Promise<Verdict>
}

type Known = { readonly name: string; readonly index: number; readonly value: number }[]

/** The linear model over a mail's features. Runs anywhere, asks nobody, keeps nothing. */
export function createLocalModel(data: ModelData): LocalModel {
  const names = unpackNames(data.names)
  const indexes = new Map<string, number>()
  names.forEach((name, index) => indexes.set(name, index))
  const cold = unpackWeights(data.cold, names.length)
  const byCategory = categories.map(
    (category) => [category, unpackWeights(data.categories[category], names.length)] as const,
  )

  /** The features the model knows, found once for all its questions. */
  const lookUp = (features: Features): Known => {
    const known: Known = []
    for (const [name, value] of features) {
      const index = indexes.get(name)
      if (index !== undefined) known.push({ name, index, value })
    }
    return known
  }

  const toCategory = (known: Known): Category => {
    let best: Category = 'other'
    let most = Number.NEGATIVE_INFINITY
    for (const [category, weights] of byCategory) {
      const sum = weigh(weights, known)
      if (sum > most) [best, most] = [category, sum]
    }
    return best
  }

  const judge = (mail: Judgeable): Verdict => {
    const { features, signals } = toFeatures(mail)
    const known = lookUp(features)
    const score = toScore(weigh(cold, known), calibrationFor(mail))
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

  return { judge, classify: (mail) => Promise.resolve(judge(mail)) }
}

function weigh({ bias, values }: Weights, known: Known): number {
  let sum = bias
  for (const { index, value } of known) sum += (values[index] ?? 0) * value
  return sum
}

function toScore(sum: number, { slope, shift }: Calibration): number {
  return 1 / (1 + Math.exp(-(slope * sum + shift)))
}
