import type { Calibration } from '../local/model-data.ts'

export type Scored = {
  readonly sum: number
  readonly isCold: boolean
  /** How much it counts. */
  readonly weight: number
}

const rounds = 200
const steps = 10_000

/** Platt's scaling: the logistic curve that fits sums the model gave to mail it had not seen. */
export function calibrate(scored: readonly Scored[]): Calibration {
  let slope = 1
  let shift = 0
  for (let round = 0; round < rounds; round++) {
    // One Newton step on the log-likelihood, a little held back so that few mails cannot run away with it.
    let gradientSlope = 1e-3 * (slope - 1)
    let gradientShift = 0
    let hessianSlope = 1e-3
    let hessianShift = 1e-9
    let hessianBoth = 0
    for (const { sum, isCold, weight } of scored) {
      const probability = 1 / (1 + Math.exp(-(slope * sum + shift)))
      const error = weight * (probability - (isCold ? 1 : 0))
      const curvature = weight * probability * (1 - probability)
      gradientSlope += error * sum
      gradientShift += error
      hessianSlope += curvature * sum * sum
      hessianBoth += curvature * sum
      hessianShift += curvature
    }
    const determinant = hessianSlope * hessianShift - hessianBoth * hessianBoth
    const stepSlope = (hessianShift * gradientSlope - hessianBoth * gradientShift) / determinant
    const stepShift = (hessianSlope * gradientShift - hessianBoth * gradientSlope) / determinant
    slope -= stepSlope
    shift -= stepShift
    if (Math.abs(stepSlope) + Math.abs(stepShift) < 1e-9) break
  }
  return { slope: round(slope), shift: round(shift) }
}

/** The same curve, moved until a sum just misses a score. */
export function moveBelow({ slope }: Calibration, sum: number, score: number): Calibration {
  return { slope, shift: round(Math.log(score / (1 - score)) - slope * sum) - 1 / steps }
}

function round(value: number): number {
  return Math.round(value * steps) / steps
}
