import { isWordFeature } from '../local/word-features.ts'
import type { Example } from './examples.ts'
import { fitLogistic, type Fit } from './logistic-regression.ts'
import { toRow, type Vocabulary } from './vocabulary.ts'

/** Modern mail teaches most; nine tenths of the real legitimate mail is old prose and lists. */
const weights = { hand: 0.9, written: 0.7, realCold: 2, realLegit: 0.6 }

/** Cold or not, as weights of features. Takes only what the model is to learn from. */
export function fitCold(examples: readonly Example[], vocabulary: Vocabulary): Fit {
  const seen = examples.flatMap(({ mail, features }) => (features ? [{ mail, features }] : []))
  const rowWeights = seen.map(({ mail }) => toWeight(mail))
  const targets = seen.map(({ mail }) => (mail.isCold ? 1 : 0))
  const rows = seen.map(({ features }) => toRow(features, vocabulary))
  const scales = toScales(rows, targets, rowWeights, vocabulary)
  for (const { at, values } of rows)
    for (let i = 0; i < at.length; i++) values[i]! *= scales[at[i]!]!
  const { weights: fitted, bias } = fitLogistic(rows, targets, rowWeights, vocabulary.size)
  return { weights: fitted.map((weight, index) => weight * scales[index]!), bias }
}

function toWeight({ origin, source, isCold }: Example['mail']): number {
  if (origin === 'real') return isCold ? weights.realCold : weights.realLegit
  return source.startsWith('hand-') ? weights.hand : weights.written
}

/** Words that lean clearly to one side learn faster (half of the way of Wang and Manning's NB-SVM). */
function toScales(
  rows: readonly { readonly at: Int32Array }[],
  targets: readonly number[],
  rowWeights: readonly number[],
  vocabulary: Vocabulary,
): Float64Array {
  const cold = new Float64Array(vocabulary.size).fill(1)
  const legit = new Float64Array(vocabulary.size).fill(1)
  let coldTotal = 0
  let legitTotal = 0
  rows.forEach(({ at }, index) => {
    const weight = rowWeights[index]!
    const side = targets[index] === 1 ? cold : legit
    if (side === cold) coldTotal += weight
    else legitTotal += weight
    for (const feature of at) side[feature]! += weight
  })
  const scales = new Float64Array(vocabulary.size).fill(1)
  for (const [name, index] of vocabulary) {
    if (!isWordFeature(name)) continue
    const lean = Math.log(cold[index]! / coldTotal) - Math.log(legit[index]! / legitTotal)
    scales[index] = (1 + Math.abs(lean)) / 2
  }
  return scales
}
