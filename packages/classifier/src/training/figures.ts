import {
  categories,
  decide,
  deservesSecondOpinion,
  type Policy,
  type Verdict,
} from '@doorman/domain/decide'
import type { View } from './examples.ts'
import type { LabelledMail } from './read-corpus.ts'

/** A mail and what was said of it. */
export type Judgement = {
  readonly mail: LabelledMail
  readonly view: View
  /** `null`: a rule left it alone. */
  readonly verdict: Verdict | null
}

export type Share = { readonly count: number; readonly of: number }

const wantsNone: Policy = { mode: 'filter', unwanted: new Set(categories), smartResponse: false }

export function isFiltered({ verdict }: Judgement): boolean {
  return verdict !== null && decide(verdict, wantsNone).outcome === 'filter'
}

export function goesToSecondOpinion({ verdict }: Pick<Judgement, 'verdict'>): boolean {
  return verdict !== null && deservesSecondOpinion(verdict)
}

/** A language model that is always right where it is asked: the most a cascade can do. */
export function isFilteredAtBest(judgement: Judgement): boolean {
  return goesToSecondOpinion(judgement) ? judgement.mail.isCold : isFiltered(judgement)
}

export function shareOf<Item>(items: readonly Item[], isSo: (item: Item) => boolean): Share {
  return { count: items.filter(isSo).length, of: items.length }
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

/** How often a cold mail scores above a legitimate one. What a rule leaves alone scores nothing. */
export function toAuc(judgements: readonly Judgement[]): number {
  const rising = judgements
    .map(({ mail, verdict }) => ({ isCold: mail.isCold, score: verdict?.score ?? 0 }))
    .toSorted((one, other) => one.score - other.score)
  let ranks = 0
  let cold = 0
  for (let start = 0; start < rising.length;) {
    let end = start
    while (end < rising.length && rising[end]?.score === rising[start]?.score) end++
    const rank = (start + 1 + end) / 2
    const coldHere = rising.slice(start, end).filter(({ isCold }) => isCold).length
    ranks += rank * coldHere
    cold += coldHere
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
