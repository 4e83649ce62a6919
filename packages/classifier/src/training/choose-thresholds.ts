import { categories, type Category } from '@doorman/domain/screening/categories'
import type { ErrorLimits } from './calibrate-languages.ts'

export type Threshold = {
  readonly unsure: number
  readonly filter: number
  readonly certain: number
}

export type ScoredMessage = {
  readonly category: Category
  /** 0 if a rule kept the message before the model saw it. */
  readonly score: number
  readonly isCold: boolean
}

/**
 * The largest shares of legitimate messages that may reach the thresholds `filter` and `certain`.
 */
const maxLegitFiltered = 0.005
const maxLegitCertain = 0.002
/**
 * The same when only the words are known, which never happens in a connected mailbox: for written
 * messages, and for collected ones, which are easier.
 */
const maxLegitFilteredByWords = 0.0075
const maxCollectedFiltered = 0.004
const maxCollectedCertain = 0.002
/** The largest share of the cold messages judged by the model that may score below `unsure`. */
const maxColdBelowUnsure = 0.008
/** The largest share of wrong messages among those that one category filters. */
const maxWrongInCategory = 0.03
/**
 * How far a category's threshold may be above the common one. More would rest on too few messages.
 */
const maxCategoryMargin = 0.03
const maxThreshold = 0.995

/**
 * The lowest thresholds that respect these limits on messages the model had not seen. A category's
 * threshold may be higher than the common one, never lower.
 */
export function chooseThresholds(scored: readonly ScoredMessage[]): Record<Category, Threshold> {
  const unsure = Math.max(0.01, Math.floor(findUnsureThreshold(scored) * 100) / 100)
  const filter = findCommonThreshold(scored, maxLegitFiltered)
  const certain = Math.min(maxThreshold, findCommonThreshold(scored, maxLegitCertain))
  const choose = (category: Category): Threshold => {
    const own = findCategoryThreshold(scored.filter((one) => one.category === category))
    const clamped = Math.min(Math.max(own, filter), filter + maxCategoryMargin, maxThreshold)
    return {
      unsure,
      filter: roundUp(clamped),
      certain: roundUp(Math.min(maxThreshold, Math.max(certain, clamped + 0.005))),
    }
  }
  // Every category is a key.
  return Object.fromEntries(categories.map((one) => [one, choose(one)])) as Record<
    Category,
    Threshold
  >
}

/** The limits that hold in every language at the lowest thresholds of all categories. */
export function toErrorLimits(chosen: Record<Category, Threshold>) {
  const lowest = (name: 'filter' | 'certain') =>
    Math.min(...categories.map((category) => chosen[category][name]))
  const [filter, certain] = [lowest('filter'), lowest('certain')]
  const both = (maxFiltered: number, maxCertain: number): ErrorLimits => ({
    filter: { score: filter, maxLegit: maxFiltered },
    certain: { score: certain, maxLegit: maxCertain },
  })
  return {
    withFacts: both(maxLegitFiltered, maxLegitCertain),
    writtenByWords: both(maxLegitFilteredByWords, maxLegitCertain),
    collectedByWords: both(maxCollectedFiltered, maxCollectedCertain),
  }
}

function findUnsureThreshold(scored: readonly ScoredMessage[]): number {
  const cold = scoresOf(scored.filter(({ isCold, score }) => isCold && score > 0)).reverse()
  return cold[Math.floor(cold.length * maxColdBelowUnsure)] ?? 0
}

function findCommonThreshold(scored: readonly ScoredMessage[], share: number): number {
  const legit = scoresOf(scored.filter(({ isCold }) => !isCold))
  return legit[Math.floor(legit.length * share)] ?? maxThreshold
}

/**
 * Counting starts at half a wrong message, so that a category with few messages gets a high
 * threshold.
 */
function findCategoryThreshold(scored: readonly ScoredMessage[]): number {
  let own = 1
  let wrong = 0.5
  scored
    .toSorted((one, other) => other.score - one.score)
    .forEach(({ score, isCold }, index) => {
      if (!isCold) wrong++
      if (wrong / (index + 1) <= maxWrongInCategory) own = score
    })
  return own
}

/** In descending order. */
function scoresOf(scored: readonly ScoredMessage[]): number[] {
  return scored.map(({ score }) => score).toSorted((one, other) => other - one)
}

function roundUp(score: number): number {
  return Math.ceil(score * 1_000) / 1_000
}
