import type { Signal } from './signals.ts'
import type { SkipReason } from './skip-rules.ts'
import { thresholds } from './thresholds.ts'

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
  | { readonly outcome: 'observe'; readonly reason: FilterReason }
  | { readonly outcome: 'filter'; readonly reason: FilterReason; readonly respond: boolean }

type FilterReason = 'cold-outreach' | SenderReason

/** The user has blocked the sender, or earlier mail of theirs in the same thread was filtered. */
export type SenderReason = 'blocked-sender' | 'follow-up'

/**
 * Doubt always resolves to keeping the message: a missed pitch is cheaper than
 * a lost customer. Speaking in someone's name needs more than moving a message.
 */
export function decide(verdict: Verdict, policy: Policy): Decision {
  const { category, score } = verdict
  if (isUnsure(verdict)) return { outcome: 'keep', reason: 'unsure' }
  if (score < thresholds[category].filter) return { outcome: 'keep', reason: 'not-cold' }
  if (!policy.unwanted.has(category)) return { outcome: 'keep', reason: 'allowed-type' }
  if (policy.mode === 'observe') return { outcome: 'observe', reason: 'cold-outreach' }
  const respond = policy.smartResponse && score >= thresholds[category].certain
  return { outcome: 'filter', reason: 'cold-outreach', respond }
}

/** For who has sent it and not for what it says: out of the inbox, and never answered. */
export function decideForSender(reason: SenderReason, { mode }: Policy): Decision {
  return mode === 'observe' ? { outcome: mode, reason } : { outcome: mode, reason, respond: false }
}

/** Between the two thresholds of its category: kept, unless a second opinion settles it. */
export function isUnsure({ category, score }: Verdict): boolean {
  return score >= thresholds[category].unsure && score < thresholds[category].filter
}

/** Anything that is neither plainly ordinary nor beyond doubt. */
export function deservesSecondOpinion({ category, score }: Verdict): boolean {
  return score >= thresholds[category].unsure && score < thresholds[category].certain
}
