import { createShuffler } from './chance.ts'

/** A mail as numbers: which features it has, and how much of each. */
export type Row = { readonly at: Int32Array; readonly values: Float64Array }

export type Fit = { readonly weights: Float64Array; readonly bias: number }

const epochs = 12
const rate = 0.1
const ridge = 0.0005
const tiny = 1e-8

/**
 * Logistic regression by AdaGrad, averaged over the second half of the way. The
 * same rows in the same order give the same model, bit for bit. Every index
 * comes from the vocabulary or from the rows themselves, so none is out of range.
 */
export function fitLogistic(
  rows: readonly Row[],
  targets: readonly number[],
  rowWeights: readonly number[],
  featureCount: number,
): Fit {
  const weights = new Float64Array(featureCount)
  const squares = new Float64Array(featureCount).fill(tiny)
  const sum = new Float64Array(featureCount)
  let bias = 0
  let biasSquares = tiny
  let biasSum = 0
  const order = rows.map((_, index) => index)
  const shuffle = createShuffler()

  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order)
    for (const index of order) {
      const { at, values } = rows[index]!
      const error = toProbability(bias + dot(weights, at, values)) - targets[index]!
      const pull = error * rowWeights[index]!
      biasSquares += pull * pull
      bias -= (rate * pull) / Math.sqrt(biasSquares)
      for (let i = 0; i < at.length; i++) {
        const feature = at[i]!
        const gradient = pull * values[i]! + ridge * weights[feature]!
        squares[feature]! += gradient * gradient
        weights[feature]! -= (rate * gradient) / Math.sqrt(squares[feature]!)
      }
    }
    if (epoch < epochs / 2) continue
    biasSum += bias
    for (let feature = 0; feature < featureCount; feature++) sum[feature]! += weights[feature]!
  }
  const averaged = epochs - Math.ceil(epochs / 2)
  return { weights: sum.map((value) => value / averaged), bias: biasSum / averaged }
}

export function toLogit({ weights, bias }: Fit, { at, values }: Row): number {
  return bias + dot(weights, at, values)
}

export function toProbability(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

function dot(weights: Float64Array, at: Int32Array, values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < at.length; i++) sum += weights[at[i]!]! * values[i]!
  return sum
}
