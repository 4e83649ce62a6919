import type { MessageFacts } from './judgeable.ts'
import type { Calibration, ModelData } from './model-data.ts'

/** Enough to ask a language model, too little to filter. */
const maxScoreOfUnknownLanguage = 0.5

/**
 * Turns the sum of the evidence into a probability, by the language of the message and by whether
 * its sender was looked up. In a language the model doesn't know, the English curve is used and the
 * score is capped.
 */
export function toScore(
  sum: number,
  { language, relationship }: Pick<MessageFacts, 'language' | 'relationship'>,
  calibration: ModelData['calibration'],
): number {
  const isKnown = language !== 'other' && language !== 'unknown'
  const curves = calibration[isKnown ? language : 'en']
  const score = applyCurve(sum, relationship === null ? curves.wordsAlone : curves.withFacts)
  return isKnown ? score : Math.min(score, maxScoreOfUnknownLanguage)
}

function applyCurve(sum: number, { slope, shift, flatter }: Calibration): number {
  const beyond = flatter === undefined ? 0 : Math.max(0, sum - flatter.from)
  const logit = slope * (sum - beyond) + shift + (flatter?.slope ?? 0) * beyond
  return 1 / (1 + Math.exp(-logit))
}
