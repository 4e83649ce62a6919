import { isEnvelopeFeature } from '../model/envelope-features.ts'
import { findDirection } from '../model/phrase-features.ts'
import type { Example } from './examples.ts'
import { fitLogistic, type Fit, type Sample } from './logistic-regression.ts'
import { addAt, valueAt, intAt } from './vectors.ts'
import { restrictRow, type Vocabulary } from './vocabulary.ts'

/**
 * Collected cold messages are rare and the most useful. Nine tenths of the collected legitimate
 * ones are old prose and mailing lists, so each counts less than an author's message, which counts in
 * both views.
 */
const weights = { author: 0.9, otherWritten: 0.72, collectedCold: 6, collectedLegit: 1.6 }

/** Trains the weights that separate cold from legitimate messages. */
export function fitCold(examples: readonly Example[], vocabulary: Vocabulary): Fit {
  const samples = examples.flatMap((example): Sample[] =>
    example.row
      ? [
          {
            row: restrictRow(example.row, vocabulary),
            target: example.message.isCold ? 1 : 0,
            weight: toWeight(example),
          },
        ]
      : [],
  )
  const scales = toScales(samples, vocabulary)
  const scaled = samples.map(({ row: { at, values }, ...sample }) => ({
    ...sample,
    row: { at, values: values.map((value, i) => value * valueAt(scales, intAt(at, i))) },
  }))
  const fit = fitLogistic(scaled, {
    directions: toDirections(vocabulary),
    wordFlags: vocabulary.wordFlags,
  })
  return { ...fit, weights: fit.weights.map((weight, index) => weight * valueAt(scales, index)) }
}

function toWeight({ message: { origin, source, isCold } }: Example): number {
  if (origin === 'collected') return isCold ? weights.collectedCold : weights.collectedLegit
  return source.startsWith('author-') ? weights.author : weights.otherWritten
}

/**
 * A phrase may only count for the side it was collected for. Otherwise the words next to it take
 * over its weight, and phrases of pitches end up as evidence for legitimate messages.
 */
function toDirections(vocabulary: Vocabulary): Int32Array {
  return Int32Array.from(vocabulary.names, findDirection)
}

/**
 * Scaling a feature up makes its weight learn faster. Some envelope features are rare and say much,
 * for example how often the sender has written before: unscaled, five epochs are too few for them.
 */
const envelopeScale = 5

/** Words learn slowly, so that many words share the evidence instead of one. */
const wordScale = 0.2

/**
 * Words that occur mostly on one side learn faster (half-way to the NB-SVM of Wang and Manning),
 * and so do rare words, as with TF-IDF: `the` and `is` show how a sender writes, not what they
 * want.
 */
function toScales(samples: readonly Sample[], vocabulary: Vocabulary): Float64Array {
  const cold = new Float64Array(vocabulary.names.length).fill(1)
  const legit = new Float64Array(vocabulary.names.length).fill(1)
  const uses = new Float64Array(vocabulary.names.length).fill(1)
  let coldTotal = 0
  let legitTotal = 0
  for (const { row, target, weight } of samples) {
    if (target === 1) coldTotal += weight
    else legitTotal += weight
    const side = target === 1 ? cold : legit
    for (const feature of row.at) {
      addAt(side, feature, weight)
      addAt(uses, feature, 1)
    }
  }
  const scales = new Float64Array(vocabulary.names.length).fill(1)
  for (const [index, name] of vocabulary.names.entries()) {
    if (isEnvelopeFeature(name)) scales[index] = envelopeScale
    if (intAt(vocabulary.wordFlags, index) === 0) continue
    const logRatio =
      Math.log(valueAt(cold, index) / coldTotal) - Math.log(valueAt(legit, index) / legitTotal)
    const rarity = 1 + Math.log((1 + samples.length) / valueAt(uses, index))
    scales[index] = wordScale * rarity * ((1 + Math.abs(logRatio)) / 2)
  }
  return scales
}
