import { unpackNames, unpackWeights, type ModelData } from '../model/model-data.ts'
import { isWordFeature } from '../model/word-features.ts'
import type { Examples } from './examples.ts'
import { addAt, valueAt } from './vectors.ts'

const shownWeights = 40

/** Features by influence: weight times use. A rare word with a large weight decides little. */
export function toWeightRows(data: ModelData, examples: Examples): string[] {
  const sums = sumFeatureValues(examples)
  const names = unpackNames(data.names)
  const { values } = unpackWeights(data.cold, names.length)
  const influences = names.map((name, index): [string, number] => [
    name,
    (values[index] ?? 0) * ((sums.get(name) ?? 0) / examples.all.length),
  ])
  const words = influences
    .filter(([name]) => isWordFeature(name))
    .toSorted(([, one], [, other]) => other - one)
  const signals = influences
    .filter(([name]) => !isWordFeature(name))
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
  return Array.from({ length: shownWeights }, (_, index) => {
    const cells = [signals[index], words[index], words[words.length - 1 - index]]
    return `| ${cells.map((cell) => (cell ? `\`${cell[0]}\` ${cell[1].toFixed(3)}` : '')).join(' | ')} |`
  })
}

/** The sum of each feature's values over all messages. */
function sumFeatureValues({ all, names }: Examples): Map<string, number> {
  const sums = new Float64Array(names.length)
  for (const { row } of all)
    row?.at.forEach((feature, index) => addAt(sums, feature, valueAt(row.values, index)))
  return new Map(names.map((name, feature) => [name, valueAt(sums, feature)]))
}
