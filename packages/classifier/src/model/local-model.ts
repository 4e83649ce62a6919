import { categories, type Category } from '@doorman/domain/screening/categories'
import type { Signal } from '@doorman/domain/screening/signals'
import type { Verdict } from '@doorman/domain/screening/verdict'
import type { Dictionaries } from './dictionary.ts'
import { explain } from './explain.ts'
import { toFeatures, type Features } from './features.ts'
import type { Judgeable } from './judgeable.ts'
import { unpackNames, unpackWeights, type ModelData, type Weights } from './model-data.ts'
import { toScore } from './score.ts'

export type LocalModel = {
  /** Deterministic. Text in the message is counted, never followed as an instruction. */
  judge(message: Judgeable): Verdict
  /** `judge` as a promise, so that a local model is a `Classifier`. */
  classify(message: Judgeable): Promise<Verdict>
}

/** A hint at a conversation that never took place, or at praise that a machine has written. */
export function looksInvented(signals: ReadonlySet<Signal>): boolean {
  return inventedSignals.some((signal) => signals.has(signal))
}

const inventedSignals: readonly Signal[] = ['pretends-to-reply', 'flatters', 'has-studied-you']

type KnownFeatures = { readonly name: string; readonly index: number; readonly value: number }[]

/**
 * The linear model. Runs in Node and in the browser, makes no requests, keeps no state. Messages in
 * a language without a dictionary are judged by their own words alone.
 */
export function createLocalModel(data: ModelData, dictionaries: Dictionaries): LocalModel {
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
    const { features, signals } = toFeatures(message, dictionaries)
    const known = lookUp(features)
    const score = toScore(weigh(cold, known), message.facts, data.calibration)
    const evidence = known.map(({ name, index, value }): [string, number] => [
      name,
      (cold.values[index] ?? 0) * value,
    ])
    return {
      category: toCategory(known),
      score,
      signals: explain({ evidence, signals, speaksForCold: score >= 0.5 }),
      looksInvented: looksInvented(signals),
    }
  }

  return { judge, classify: (message) => Promise.resolve(judge(message)) }
}

function weigh({ bias, values }: Weights, known: KnownFeatures): number {
  let sum = bias
  for (const { index, value } of known) sum += (values[index] ?? 0) * value
  return sum
}
