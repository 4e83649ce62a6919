import { createShuffler } from './chance.ts'
import { addAt, valueAt, wholeAt } from './vectors.ts'

/** A mail as numbers: which features it has, and how much of each. */
export type Row = { readonly at: Int32Array; readonly values: Float64Array }

export type Fit = { readonly weights: Float64Array; readonly bias: number }

/** What there is to learn from one mail: its row, the answer, and how much it counts. */
export type Lesson = { readonly row: Row; readonly target: 0 | 1; readonly weight: number }

/** Which way a feature may speak: 1 only for, -1 only against, 0 as it turns out. */
export type Directions = Int32Array

const epochs = 12
const rate = 0.1
const ridge = 0.0005
const tiny = 1e-8

/**
 * Logistic regression by AdaGrad, averaged over the second half of the way. The
 * same lessons in the same order give the same model, bit for bit.
 */
export function fitLogistic(lessons: readonly Lesson[], directions: Directions): Fit {
  const weights = new Float64Array(directions.length)
  const squares = new Float64Array(directions.length).fill(tiny)
  const sum = new Float64Array(directions.length)
  let bias = 0
  let biasSquares = tiny
  let biasSum = 0
  const order = Int32Array.from(lessons, (_, index) => index)
  const shuffle = createShuffler()

  const learn = ({ row, target, weight }: Lesson) => {
    const pull = (toProbability(bias + dot(weights, row)) - target) * weight
    biasSquares += pull * pull
    bias -= (rate * pull) / Math.sqrt(biasSquares)
    const { at, values } = row
    for (let i = 0; i < at.length; i++) {
      const feature = wholeAt(at, i)
      const gradient = pull * valueAt(values, i) + ridge * valueAt(weights, feature)
      addAt(squares, feature, gradient * gradient)
      const moved =
        valueAt(weights, feature) - (rate * gradient) / Math.sqrt(valueAt(squares, feature))
      const direction = wholeAt(directions, feature)
      weights[feature] = direction * moved < 0 ? 0 : moved
    }
  }

  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order)
    for (const index of order) {
      const lesson = lessons[index]
      if (lesson) learn(lesson)
    }
    if (epoch < epochs / 2) continue
    biasSum += bias
    weights.forEach((weight, feature) => addAt(sum, feature, weight))
  }
  const averaged = epochs - Math.ceil(epochs / 2)
  return { weights: sum.map((value) => value / averaged), bias: biasSum / averaged }
}

export function toLogit({ weights, bias }: Fit, row: Row): number {
  return bias + dot(weights, row)
}

export function toProbability(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

function dot(weights: Float64Array, { at, values }: Row): number {
  let sum = 0
  for (let i = 0; i < at.length; i++) sum += valueAt(weights, wholeAt(at, i)) * valueAt(values, i)
  return sum
}
