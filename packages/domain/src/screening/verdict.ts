import type { Category } from './categories.ts'
import type { Signal } from './signals.ts'
import { thresholds } from './thresholds.ts'

/** What the classifier believes about a message. */
export type Verdict = {
  readonly category: Category
  /** Probability that the message is cold outreach, 0 to 1. */
  readonly score: number
  /** Evidence for the score, strongest first. A closed vocabulary: it never quotes the message. */
  readonly signals: readonly Signal[]
}

/** Whether the score is from the `unsure` to below the `filter` threshold of its category. */
export function isUnsure({ category, score }: Verdict): boolean {
  return score >= thresholds[category].unsure && score < thresholds[category].filter
}

/** Neither clearly ordinary nor certainly cold: worth asking a language model. */
export function deservesSecondOpinion({ category, score }: Verdict): boolean {
  return score >= thresholds[category].unsure && score < thresholds[category].certain
}
