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
  /**
   * The message claims an earlier conversation, or praises or has studied the reader. Senders of cold
   * outreach often make these up.
   */
  readonly claimsHistoryOrPraise?: boolean
  /** A language model said "cold" with at least the confidence of the `certain` threshold. */
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

/**
 * Certain, or confirmed by a language model. Messages from a known organisation or a contact form are
 * filtered only then.
 */
export function isBeyondDoubt(verdict: Verdict): boolean {
  return isCertain(verdict) || verdict.isConfirmed === true
}

/**
 * A claimed history or praise makes a pitch look like ordinary email, so the local model scores it
 * too low. `deservesSecondOpinion` multiplies its score by this factor.
 */
const claimsFactor = 3

/**
 * Whether to ask a language model. Below `filter` it may catch a pitch, so the message must be likely
 * enough to be cold. From `filter` to `certain` it may rescue a real message. Certain verdicts are
 * final.
 */
export function deservesSecondOpinion({
  category,
  score,
  claimsHistoryOrPraise = false,
}: Verdict): boolean {
  const { unsure, certain } = thresholds[category]
  const likelihood = claimsHistoryOrPraise ? score * claimsFactor : score
  return likelihood >= unsure && score < certain
}
