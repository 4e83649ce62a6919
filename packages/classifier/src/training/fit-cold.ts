import { isEnvelopeFeature } from '../local/envelope-features.ts'
import { findDirection } from '../local/phrase-features.ts'
import type { Example, View } from './examples.ts'
import { fitLogistic, type Fit, type Lesson } from './logistic-regression.ts'
import { addAt, valueAt, wholeAt } from './vectors.ts'
import { toRow, type Vocabulary } from './vocabulary.ts'

/** Real cold mail is rare and teaches most; nine tenths of the real legitimate mail is old prose and lists, and teaches less than a hand's. */
const weights = { hand: 1, written: 0.8, realCold: 3, realLegit: 0.8 }
/** Two of the views have little more than words: together they teach as much as the whole mail. */
const viewWeights: Record<View, number> = {
  'with-facts': 0.9,
  'with-addresses': 0.45,
  'words-alone': 0.45,
}

/** Cold or not, as weights of features. Takes only what the model is to learn from. */
export function fitCold(examples: readonly Example[], vocabulary: Vocabulary): Fit {
  const lessons = examples.flatMap((example): Lesson[] =>
    example.row
      ? [
          {
            row: toRow(example.row, vocabulary),
            target: example.mail.isCold ? 1 : 0,
            weight: toWeight(example),
          },
        ]
      : [],
  )
  const scales = toScales(lessons, vocabulary)
  const scaled = lessons.map(({ row: { at, values }, ...lesson }) => ({
    ...lesson,
    row: { at, values: values.map((value, i) => value * valueAt(scales, wholeAt(at, i))) },
  }))
  const fit = fitLogistic(scaled, {
    directions: toDirections(vocabulary),
    areWords: vocabulary.areWords,
  })
  return { ...fit, weights: fit.weights.map((weight, index) => weight * valueAt(scales, index)) }
}

function toWeight({ mail: { origin, source, isCold }, view }: Example): number {
  if (origin === 'real') return isCold ? weights.realCold : weights.realLegit
  return viewWeights[view] * (source.startsWith('hand-') ? weights.hand : weights.written)
}

/**
 * Our phrases speak the way they were chosen for, or not at all. Otherwise the words
 * beside them take their part, and what is left of a pitch's own phrases speaks for it.
 */
function toDirections(vocabulary: Vocabulary): Int32Array {
  return Int32Array.from(vocabulary.names, findDirection)
}

/**
 * Some facts of the envelope are rare in the lessons and say much, such as how often
 * somebody has written before. At the pace of words they would not be learned to the end.
 */
const envelopePace = 5

/** Slow, so that many words together learn what one alone could. */
const wordPace = 0.2

/**
 * Words that lean clearly to one side learn faster (half of the way of Wang and
 * Manning's NB-SVM), and so do rare ones, as is usual where texts are told apart:
 * `the` and `is` tell how somebody writes, not what they want.
 */
function toScales(lessons: readonly Lesson[], vocabulary: Vocabulary): Float64Array {
  const cold = new Float64Array(vocabulary.names.length).fill(1)
  const legit = new Float64Array(vocabulary.names.length).fill(1)
  const uses = new Float64Array(vocabulary.names.length).fill(1)
  let coldTotal = 0
  let legitTotal = 0
  for (const { row, target, weight } of lessons) {
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
    if (isEnvelopeFeature(name)) scales[index] = envelopePace
    if (wholeAt(vocabulary.areWords, index) === 0) continue
    const lean =
      Math.log(valueAt(cold, index) / coldTotal) - Math.log(valueAt(legit, index) / legitTotal)
    const rarity = 1 + Math.log((1 + lessons.length) / valueAt(uses, index))
    scales[index] = wordPace * rarity * ((1 + Math.abs(lean)) / 2)
  }
  return scales
}
