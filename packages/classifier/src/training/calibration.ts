import type { Calibration } from '../model/model-data.ts'

export type LabelledLogit = {
  readonly logit: number
  readonly isCold: boolean
  /** How often it counts: 3 counts like three messages. */
  readonly weight: number
}

const maxRounds = 200
const stepsPerUnit = 10_000

/**
 * Platt scaling: finds the logistic curve from logits to probabilities. The logits come from models
 * that had not seen the message.
 */
export function calibrate(scored: readonly LabelledLogit[]): Calibration {
  // Logits are centred between the two labels first: Newton's method diverges if it starts far off.
  const middle = (toMean(scored, true) + toMean(scored, false)) / 2
  let slope = 1
  let shift = 0
  for (let round = 0; round < maxRounds; round++) {
    // One Newton step on the log-likelihood. The small constants keep it stable with few messages.
    let gradientSlope = 1e-3 * (slope - 1)
    let gradientShift = 0
    let hessianSlope = 1e-3
    let hessianShift = 1e-9
    let hessianBoth = 0
    for (const { logit: uncentred, isCold, weight } of scored) {
      const logit = uncentred - middle
      const probability = 1 / (1 + Math.exp(-(slope * logit + shift)))
      const error = weight * (probability - (isCold ? 1 : 0))
      const curvature = weight * probability * (1 - probability)
      gradientSlope += error * logit
      gradientShift += error
      hessianSlope += curvature * logit * logit
      hessianBoth += curvature * logit
      hessianShift += curvature
    }
    const determinant = hessianSlope * hessianShift - hessianBoth * hessianBoth
    const stepSlope = (hessianShift * gradientSlope - hessianBoth * gradientShift) / determinant
    const stepShift = (hessianSlope * gradientShift - hessianBoth * gradientSlope) / determinant
    slope -= stepSlope
    shift -= stepShift
    if (Math.abs(stepSlope) + Math.abs(stepShift) < 1e-9) break
  }
  return { slope: round(slope), shift: round(shift - slope * middle) }
}

function toMean(scored: readonly LabelledLogit[], label: boolean): number {
  const logits = scored.filter(({ isCold }) => isCold === label).map(({ logit }) => logit)
  return logits.reduce((sum, logit) => sum + logit, 0) / Math.max(1, logits.length)
}

/** The same curve, shifted so that the logit `sum` gets a score just below `score`. */
export function shiftBelow({ slope }: Calibration, sum: number, score: number): Calibration {
  // No message has to stay below the score, so the shift has no limit.
  if (sum === Number.NEGATIVE_INFINITY) return { slope, shift: Number.POSITIVE_INFINITY }
  return { slope, shift: round(Math.log(score / (1 - score)) - slope * sum) - 1 / stepsPerUnit }
}

export function round(value: number): number {
  return Math.round(value * stepsPerUnit) / stepsPerUnit
}
