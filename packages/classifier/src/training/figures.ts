import { categories } from '@doorman/domain/screening/categories'
import { decide } from '@doorman/domain/screening/decide'
import { deservesSecondOpinion, type Verdict } from '@doorman/domain/screening/verdict'
import type { Policy } from '@doorman/domain/screening/policy'
import { toMessage, toSenderFacts } from '../message-record.ts'
import type { View } from './examples.ts'
import type { LabelledMessage } from './read-corpus.ts'

/** One view of a message, and the verdict on it. */
export type JudgedExample = {
  readonly message: LabelledMessage
  readonly view: View
  /** `null` if a rule keeps the message. */
  readonly verdict: Verdict | null
}

export type Share = { readonly count: number; readonly of: number }

const filterEverything: Policy = {
  mode: 'filter',
  unwanted: new Set(categories),
  smartResponse: false,
}

export function isFiltered({ message, view, verdict }: JudgedExample): boolean {
  if (verdict === null) return false
  const { hasWrittenToDomain } = toSenderFacts(message.record)
  const circumstances = {
    hasWrittenToDomain: view === 'with-facts' && hasWrittenToDomain === true,
    viaContactForm: view === 'with-facts' && toMessage(message.record).viaContactForm === true,
  }
  return decide(verdict, filterEverything, circumstances).outcome === 'filter'
}

export function goesToSecondOpinion({ verdict }: Pick<JudgedExample, 'verdict'>): boolean {
  return verdict !== null && deservesSecondOpinion(verdict)
}

/** The upper bound for a cascade: a language model that is always right when asked. */
export function isFilteredByPerfectCascade(judged: JudgedExample): boolean {
  return goesToSecondOpinion(judged) ? judged.message.isCold : isFiltered(judged)
}

export function shareOf<Item>(items: readonly Item[], matches: (item: Item) => boolean): Share {
  return { count: items.filter(matches).length, of: items.length }
}

/** A share in per cent with its 95 % Wilson interval and counts. */
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

/**
 * AUC: how often a cold message scores above a legitimate one. A message kept by a rule scores 0.
 */
export function toAuc(judgements: readonly JudgedExample[]): number {
  const rising = judgements
    .map(({ message, verdict }) => ({ isCold: message.isCold, score: verdict?.score ?? 0 }))
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
