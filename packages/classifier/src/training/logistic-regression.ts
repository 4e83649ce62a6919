import { Chance } from './chance.ts'
import { addAt, valueAt, wholeAt } from './vectors.ts'

/** A mail as numbers: which features it has, and how much of each. */
export type Row = { readonly at: Int32Array; readonly values: Float64Array }

export type Fit = { readonly weights: Float64Array; readonly bias: number }

/** What there is to learn from one mail: its row, the answer, and how much it counts. */
export type Lesson = { readonly row: Row; readonly target: 0 | 1; readonly weight: number }

/** What a regression is told of the features beforehand, by their numbers. */
export type Traits = {
  /** Which way it may speak: 1 only for, -1 only against, 0 as it turns out. */
  readonly directions: Int32Array
  /** 1: one of many words, of which others must be able to tell the same. */
  readonly areWords: Int32Array
}

const epochs = 5
const rate = 0.1
const ridge = 0.0005
const tiny = 1e-8
/** The share of a mail's words that is covered up each time it is read. The rest are as long together as all of them, which makes up for it. */
const covered = 0.6
const boost = 1 / Math.sqrt(1 - covered)

/**
 * Logistic regression by AdaGrad, averaged over the second half of the way. Each
 * reading covers other words, so that no mail is learned by heart. The same lessons
 * in the same order give the same model, bit for bit.
 */
export function fitLogistic(lessons: readonly Lesson[], traits: Traits): Fit {
  const size = traits.directions.length
  const learner = new Learner(traits, longestOf(lessons))
  const sum = new Float64Array(size)
  let biasSum = 0
  const order = Int32Array.from(lessons, (_, index) => index)
  for (let epoch = 0; epoch < epochs; epoch++) {
    learner.chance.shuffle(order)
    for (const index of order) {
      const lesson = lessons[index]
      if (lesson) learner.learn(lesson)
    }
    if (epoch < epochs / 2) continue
    biasSum += learner.bias
    for (let feature = 0; feature < size; feature++)
      addAt(sum, feature, valueAt(learner.weights, feature))
  }
  const averaged = epochs - Math.ceil(epochs / 2)
  return { weights: sum.map((value) => value / averaged), bias: biasSum / averaged }
}

function longestOf(lessons: readonly Lesson[]): number {
  return lessons.reduce((sofar, { row }) => Math.max(sofar, row.at.length), 0)
}

/** A class, because engines forget between two calls what they learned of a function within a function. */
class Learner {
  bias = 0
  readonly weights: Float64Array
  readonly chance = new Chance()
  readonly #traits: Traits
  readonly #squares: Float64Array
  #biasSquares = tiny
  /** What is not covered of the mail that is being read. */
  readonly #at: Int32Array
  readonly #values: Float64Array

  constructor(traits: Traits, longest: number) {
    this.#traits = traits
    this.weights = new Float64Array(traits.directions.length)
    this.#squares = new Float64Array(traits.directions.length).fill(tiny)
    this.#at = new Int32Array(longest)
    this.#values = new Float64Array(longest)
  }

  learn({ row, target, weight }: Lesson): void {
    const count = this.#look(row)
    const [at, values, weights, squares] = [this.#at, this.#values, this.weights, this.#squares]
    const { directions } = this.#traits
    let logit = this.bias
    for (let i = 0; i < count; i++) logit += valueAt(weights, wholeAt(at, i)) * valueAt(values, i)
    const pull = (toProbability(logit) - target) * weight
    this.#biasSquares += pull * pull
    this.bias -= (rate * pull) / Math.sqrt(this.#biasSquares)
    for (let i = 0; i < count; i++) {
      const feature = wholeAt(at, i)
      const before = valueAt(weights, feature)
      const gradient = pull * valueAt(values, i) + ridge * before
      addAt(squares, feature, gradient * gradient)
      const moved = before - (rate * gradient) / Math.sqrt(valueAt(squares, feature))
      weights[feature] = wholeAt(directions, feature) * moved < 0 ? 0 : moved
    }
  }

  /** Tells how much there is to see. */
  #look({ at, values }: Row): number {
    const [seenAt, seenValues, chance] = [this.#at, this.#values, this.chance]
    const { areWords } = this.#traits
    let count = 0
    for (let i = 0; i < at.length; i++) {
      const feature = wholeAt(at, i)
      const isWord = wholeAt(areWords, feature) === 1
      if (isWord && chance.next() < covered) continue
      seenAt[count] = feature
      seenValues[count++] = isWord ? valueAt(values, i) * boost : valueAt(values, i)
    }
    return count
  }
}

export function toLogit({ weights, bias }: Fit, { at, values }: Row): number {
  let logit = bias
  for (let i = 0; i < at.length; i++) logit += valueAt(weights, wholeAt(at, i)) * valueAt(values, i)
  return logit
}

export function toProbability(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}
