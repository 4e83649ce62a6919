import type { Signal } from './signals.ts'
import type { SkipReason } from './skip-rules.ts'

export const categories = ['sales', 'recruiter', 'investor', 'other'] as const
export type Category = (typeof categories)[number]

/** What the classifier believes. */
export type Verdict = {
  readonly category: Category
  /** Probability that the message is cold outreach, 0 to 1. */
  readonly score: number
  /** What spoke for it, strongest first; from a closed vocabulary, never words of the mail. */
  readonly signals: readonly Signal[]
}

/** What the user asked for, as far as their plan goes. */
export type Policy = {
  readonly mode: 'observe' | 'filter'
  readonly unwanted: ReadonlySet<Category>
  readonly smartResponse: boolean
}

/** What we will do, and the one reason we can show for it. */
export type Decision =
  | {
      readonly outcome: 'keep'
      readonly reason: SkipReason | 'not-cold' | 'unsure' | 'allowed-type'
    }
  | { readonly outcome: 'observe'; readonly reason: 'cold-outreach' }
  | { readonly outcome: 'filter'; readonly reason: 'cold-outreach'; readonly respond: boolean }

/** Where doubt begins and ends, as the evaluation found it. Speaking in someone's name needs more than moving a message. */
const thresholds: Record<Category, { unsure: number; filter: number; respond: number }> = {
  sales: { unsure: 0.3, filter: 0.9, respond: 0.97 },
  recruiter: { unsure: 0.3, filter: 0.9, respond: 0.97 },
  investor: { unsure: 0.3, filter: 0.9, respond: 0.97 },
  other: { unsure: 0.3, filter: 0.9, respond: 1 },
}

/** Doubt always resolves to keeping the message: a missed pitch is cheaper than a lost customer. */
export function decide(verdict: Verdict, policy: Policy): Decision {
  const { category, score } = verdict
  if (isUnsure(verdict)) return { outcome: 'keep', reason: 'unsure' }
  if (score < thresholds[category].filter) return { outcome: 'keep', reason: 'not-cold' }
  if (!policy.unwanted.has(category)) return { outcome: 'keep', reason: 'allowed-type' }
  if (policy.mode === 'observe') return { outcome: 'observe', reason: 'cold-outreach' }
  const respond = policy.smartResponse && score >= thresholds[category].respond
  return { outcome: 'filter', reason: 'cold-outreach', respond }
}

/** Between the two thresholds of its category: worth a second opinion, and kept without one. */
export function isUnsure({ category, score }: Verdict): boolean {
  return score >= thresholds[category].unsure && score < thresholds[category].filter
}
