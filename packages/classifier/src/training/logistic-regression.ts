import { SeededRandom } from './seeded-random.ts'
import { addAt, intAt, valueAt } from './vectors.ts'

/** A sparse vector: which features a message has, and the value of each. */
export type Row = { readonly at: Int32Array; readonly values: Float64Array }

export type Fit = { readonly weights: Float64Array; readonly bias: number }

/** One training sample: features, label, and how much it counts. */
export type Sample = { readonly row: Row; readonly target: 0 | 1; readonly weight: number }

/** Settings of each feature that are fixed before training, by feature index. */
export type FeatureTraits = {
  /** The allowed sign of the weight: 1 positive only, -1 negative only, 0 any. */
  readonly directions: Int32Array
  /** 1 for words. Only words are dropped out. */
  readonly wordFlags: Int32Array
}

const epochs = 5
const learningRate = 0.1
const ridge = 0.0005
const tiny = 1e-8
/** The share of a message's words that is dropped each time the message is read. */
const dropoutRate = 0.6
/** Scales the remaining words up, so that their vector is as long as that of all words. */
const dropoutScale = 1 / Math.sqrt(1 - dropoutRate)

/**
 * Logistic regression with AdaGrad; the weights are averaged over the last epochs. Dropout removes
 * other words in each epoch, so that no single word carries the label of a message. The same
 * samples in the same order give the same model, bit for bit.
 */
export function fitLogistic(samples: readonly Sample[], traits: FeatureTraits): Fit {
  const size = traits.directions.length
  const learner = new Learner(traits, maxRowLength(samples))
  const sum = new Float64Array(size)
  let biasSum = 0
  const order = Int32Array.from(samples, (_, index) => index)
  for (let epoch = 0; epoch < epochs; epoch++) {
    learner.random.shuffle(order)
    for (const index of order) {
      const sample = samples[index]
      if (sample) learner.learn(sample)
    }
    if (epoch < epochs / 2) continue
    biasSum += learner.bias
    for (let feature = 0; feature < size; feature++)
      addAt(sum, feature, valueAt(learner.weights, feature))
  }
  const averaged = epochs - Math.ceil(epochs / 2)
  return { weights: sum.map((value) => value / averaged), bias: biasSum / averaged }
}

function maxRowLength(samples: readonly Sample[]): number {
  return samples.reduce((sofar, { row }) => Math.max(sofar, row.at.length), 0)
}

/** A class rather than a closure: V8 would compile a nested function again for every fit. */
class Learner {
  bias = 0
  readonly weights: Float64Array
  readonly random = new SeededRandom()
  readonly #traits: FeatureTraits
  /** AdaGrad's sums of squared gradients. */
  readonly #squares: Float64Array
  #biasSquares = tiny
  /** The current row after dropout. Allocated once and reused. */
  readonly #at: Int32Array
  readonly #values: Float64Array

  constructor(traits: FeatureTraits, maxLength: number) {
    this.#traits = traits
    this.weights = new Float64Array(traits.directions.length)
    this.#squares = new Float64Array(traits.directions.length).fill(tiny)
    this.#at = new Int32Array(maxLength)
    this.#values = new Float64Array(maxLength)
  }

  learn({ row, target, weight }: Sample): void {
    const count = this.#dropOut(row)
    const [at, values, weights, squares] = [this.#at, this.#values, this.weights, this.#squares]
    const { directions } = this.#traits
    let logit = this.bias
    for (let i = 0; i < count; i++) logit += valueAt(weights, intAt(at, i)) * valueAt(values, i)
    const error = (toProbability(logit) - target) * weight
    this.#biasSquares += error * error
    this.bias -= (learningRate * error) / Math.sqrt(this.#biasSquares)
    for (let i = 0; i < count; i++) {
      const feature = intAt(at, i)
      const before = valueAt(weights, feature)
      const gradient = error * valueAt(values, i) + ridge * before
      addAt(squares, feature, gradient * gradient)
      const moved = before - (learningRate * gradient) / Math.sqrt(valueAt(squares, feature))
      weights[feature] = intAt(directions, feature) * moved < 0 ? 0 : moved
    }
  }

  /** Copies the row without the dropped words, and returns its new length. */
  #dropOut({ at, values }: Row): number {
    const [keptAt, keptValues, random] = [this.#at, this.#values, this.random]
    const { wordFlags } = this.#traits
    let count = 0
    for (let i = 0; i < at.length; i++) {
      const feature = intAt(at, i)
      const isWord = intAt(wordFlags, feature) === 1
      if (isWord && random.next() < dropoutRate) continue
      keptAt[count] = feature
      keptValues[count++] = isWord ? valueAt(values, i) * dropoutScale : valueAt(values, i)
    }
    return count
  }
}

export function toLogit({ weights, bias }: Fit, { at, values }: Row): number {
  let logit = bias
  for (let i = 0; i < at.length; i++) logit += valueAt(weights, intAt(at, i)) * valueAt(values, i)
  return logit
}

export function toProbability(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}
