import { findVerdictKeepReason, type KeepReason } from './keep-rules.ts'
import type { Policy } from './policy.ts'
import type { FilterReason } from './reasons.ts'
import type { SenderReason } from './sender-facts.ts'
import { thresholds } from './thresholds.ts'
import type { Verdict } from './verdict.ts'

/** What happens to a message, and the one reason that the user is shown. */
export type Decision =
  | { readonly outcome: 'keep'; readonly reason: KeepReason }
  | { readonly outcome: 'observe'; readonly reason: FilterReason }
  | { readonly outcome: 'filter'; readonly reason: FilterReason; readonly mayReply: boolean }

/**
 * Doubt keeps the message: a missed pitch costs less than a lost customer. A smart response goes
 * out in the user's name, so it needs more certainty than a move.
 */
export function decide(verdict: Verdict, policy: Policy): Decision {
  const reason = findVerdictKeepReason(verdict, policy)
  if (reason !== null) return { outcome: 'keep', reason }
  if (policy.mode === 'observe') return { outcome: 'observe', reason: 'cold-outreach' }
  const mayReply = policy.smartResponse && verdict.score >= thresholds[verdict.category].certain
  return { outcome: 'filter', reason: 'cold-outreach', mayReply }
}

/** Filters a message because of its sender. It gets no smart response. */
export function decideForSender(reason: SenderReason, { mode }: Policy): Decision {
  return mode === 'observe' ? { outcome: mode, reason } : { outcome: mode, reason, mayReply: false }
}
