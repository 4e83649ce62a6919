import { unpackNames, unpackWeights, type ModelData } from '../local/model-data.ts'
import { isWordFeature } from '../local/word-features.ts'
import type { Examples } from './examples.ts'
import { addAt, valueAt } from './vectors.ts'

const shownWeights = 40

/** By influence, which is weight times how often it is used: a rare word with a large weight decides little. */
export function toWeightRows(data: ModelData, examples: Examples): string[] {
  const uses = countUses(examples)
  const names = unpackNames(data.names)
  const { values } = unpackWeights(data.cold, names.length)
  const influences = names.map((name, index): [string, number] => [
    name,
    (values[index] ?? 0) * ((uses.get(name) ?? 0) / examples.all.length),
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

/** How much of each feature there is in all, so that words count by their value in a mail. */
function countUses({ all, names }: Examples): Map<string, number> {
  const uses = new Float64Array(names.length)
  for (const { row } of all)
    row?.at.forEach((feature, index) => addAt(uses, feature, valueAt(row.values, index)))
  return new Map(names.map((name, feature) => [name, valueAt(uses, feature)]))
}
