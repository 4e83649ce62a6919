import { categories } from '@doorman/domain/screening/categories'
import type { Signal } from '@doorman/domain/screening/signals'
import type { Verdict } from '@doorman/domain/screening/verdict'
import type { Dictionaries } from './dictionary.ts'
import { createExplainer } from './explain.ts'
import { FeatureIndex } from './feature-index.ts'
import type { ToKey } from './feature-key.ts'
import { toFeatures, type Features } from './features.ts'
import type { Judgeable } from './judgeable.ts'
import { unpackWeights, type ModelData, type Weights } from './model-data.ts'
import { toScore } from './score.ts'

export type LocalModel = {
  /** Deterministic. Text in the message is counted, never followed as an instruction. */
  judge(message: Judgeable): Verdict
  /** `judge` as a promise, so that a local model is a `Classifier`. */
  classify(message: Judgeable): Promise<Verdict>
}

/**
 * Whether the message claims an earlier conversation, or praises or has studied the reader. Senders
 * of cold outreach often make these up.
 */
export function claimsHistoryOrPraise(signals: ReadonlySet<Signal>): boolean {
  return historyAndPraise.some((signal) => signals.has(signal))
}

const historyAndPraise: readonly Signal[] = ['pretends-to-reply', 'flatters', 'has-studied-you']

/**
 * The linear model. Runs in Node and in the browser, makes no requests, keeps no state. Messages in
 * a language without a dictionary are judged by their own words alone.
 */
export function createLocalModel(data: ModelData, dictionaries: Dictionaries): LocalModel {
  const { calibration } = data
  const index = new FeatureIndex(data.names)
  const toNumber: ToKey<number> = (kind, one, two, three) => index.find(kind, one, two, three)
  const explain = createExplainer(index.otherNames)
  const cold = unpackWeights(data.cold, index.size)
  const weigh = createScales([
    cold,
    ...categories.map((category) => unpackWeights(data.categories[category], index.size)),
  ])

  const judge = (message: Judgeable): Verdict => {
    const { features, signals } = toFeatures(message, dictionaries, toNumber)
    const [sum = 0, ...byCategory] = weigh(features)
    const score = toScore(sum, message.facts, calibration)
    return {
      category: categories[byCategory.indexOf(Math.max(...byCategory))] ?? 'other',
      score,
      signals: explain({ features, weights: cold.values, signals, speaksForCold: score >= 0.5 }),
      claimsHistoryOrPraise: claimsHistoryOrPraise(signals),
    }
  }

  return { judge, classify: (message) => Promise.resolve(judge(message)) }
}

/**
 * Sums up the features with several sets of weights at once. All weights of a feature are next to
 * each other in the table, because fetching them from memory takes longer than adding them up.
 */
function createScales(sets: readonly Weights[]): (features: Features<number>) => number[] {
  const width = sets.length
  const biases = sets.map(({ bias }) => bias)
  const count = sets[0]?.values.length ?? 0
  const table = new Float32Array(count * width)
  for (const [column, { values }] of sets.entries())
    for (let row = 0; row < count; row++) table[row * width + column] = values[row] ?? 0
  return (features) => {
    const sums = [...biases]
    for (const [number, value] of features)
      for (let column = 0; column < width; column++)
        sums[column] = (sums[column] ?? 0) + (table[number * width + column] ?? 0) * value
    return sums
  }
}
