import type { Category } from '@doorman/domain/decide'
import { thresholds } from '@doorman/domain/thresholds'
import type { View } from './examples.ts'
import type { LabelledMail } from './read-corpus.ts'

/** A mail and what was said of it. */
export type Judgement = {
  readonly mail: LabelledMail
  /** 0 where a rule left it alone. */
  readonly score: number
  readonly category: Category
  readonly isSkipped: boolean
}

export type Viewed = Judgement & { readonly view: View }

export type Share = { readonly count: number; readonly of: number }

export function isFiltered({ score, category }: Judgement): boolean {
  return score >= thresholds[category].filter
}

export function goesToSecondOpinion({ score, category, isSkipped }: Judgement): boolean {
  const { unsure, certain } = thresholds[category]
  return !isSkipped && score >= unsure && score < certain
}

/** A language model that is always right where it is asked: the most a cascade can do. */
export function isFilteredAtBest(judgement: Judgement): boolean {
  return goesToSecondOpinion(judgement) ? judgement.mail.isCold : isFiltered(judgement)
}

export function shareOf(
  judgements: readonly Judgement[],
  isSo: (judgement: Judgement) => boolean,
): Share {
  return { count: judgements.filter(isSo).length, of: judgements.length }
}

/** The share and its 95 % interval (Wilson), in per cent. */
export function toPercent({ count, of }: Share): string {
  if (of === 0) return 'none'
  const z = 1.96
  const rate = count / of
  const middle = (rate + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const half =
    (z * Math.sqrt((rate * (1 - rate)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of)
  const low = Math.max(0, middle - half)
  const high = Math.min(1, middle + half)
  return `${percent(rate)} % (${percent(low)}–${percent(high)}; ${count} of ${of})`
}

function percent(rate: number): string {
  return (rate * 100).toFixed(rate < 0.1 ? 1 : 0)
}

/** How often a cold mail scores above a legitimate one. */
export function toAuc(judgements: readonly Judgement[]): number {
  const rising = judgements.toSorted((one, other) => one.score - other.score)
  let ranks = 0
  let cold = 0
  for (let start = 0; start < rising.length;) {
    let end = start
    while (end < rising.length && rising[end]?.score === rising[start]?.score) end++
    const rank = (start + 1 + end) / 2
    for (let at = start; at < end; at++)
      if (rising[at]?.mail.isCold) {
        ranks += rank
        cold++
      }
    start = end
  }
  const legit = rising.length - cold
  return (ranks - (cold * (cold + 1)) / 2) / (cold * legit)
}

export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): [string, Item[]][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups].toSorted(([one], [other]) => one.localeCompare(other))
}
