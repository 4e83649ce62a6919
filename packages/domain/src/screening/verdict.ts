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
  /** Hints at a history or an admiration that senders of cold outreach often invent. */
  readonly looksInvented?: boolean
  /** A language model is as sure that the message is cold as a certain verdict is. */
  readonly isConfirmed?: boolean
}

/** Whether the score is from the `unsure` to below the `filter` threshold of its category. */
export function isUnsure({ category, score }: Verdict): boolean {
  return score >= thresholds[category].unsure && score < thresholds[category].filter
}

/** Certainly cold by the local model alone. Only such a message may get a reply. */
export function isCertain({ category, score }: Verdict): boolean {
  return score >= thresholds[category].certain
}

/** Certain, or a language model is as sure. Where we must not be wrong, only this filters. */
export function isBeyondDoubt(verdict: Verdict): boolean {
  return isCertain(verdict) || verdict.isConfirmed === true
}

/**
 * An invented history is made to look like ordinary email, so the local model scores it too low. Its
 * score counts this many times when we decide whether to ask.
 */
const inventedFactor = 3

/**
 * Whether a language model's opinion is worth asking for. Of a message that would be kept, it may
 * save the user a pitch: the gain is the probability that it is cold. Of a message that would be
 * filtered, it may save a customer, unless the verdict is certain.
 */
export function deservesSecondOpinion({
  category,
  score,
  looksInvented = false,
}: Verdict): boolean {
  const { unsure, certain } = thresholds[category]
  const gain = looksInvented ? score * inventedFactor : score
  return gain >= unsure && score < certain
}
