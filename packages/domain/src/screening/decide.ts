import { findVerdictKeepReason, type KeepReason } from './keep-rules.ts'
import type { Policy } from './policy.ts'
import type { FilterReason } from './reasons.ts'
import type { SenderReason } from './sender-facts.ts'
import { isCertain, type Verdict } from './verdict.ts'

/** What happens to a message, and the one reason that the user is shown. */
export type Decision =
  | { readonly outcome: 'keep'; readonly reason: KeepReason }
  | { readonly outcome: 'observe'; readonly reason: FilterReason }
  | { readonly outcome: 'filter'; readonly reason: FilterReason; readonly mayReply: boolean }

/** Facts besides the verdict that a decision depends on. */
export type Circumstances = {
  /** The user has written to others at the sender's domain. */
  readonly hasWrittenToDomain: boolean
  /** The sender was typed into a contact form, so it may be anyone's address. */
  readonly viaContactForm?: boolean
  /** The sender's few words were judged together with their own earlier message. */
  readonly isBump?: boolean
}

/**
 * Doubt keeps the message: a missed pitch costs less than a lost customer. A smart response goes
 * out in the user's name, so it needs more certainty than a move. None goes to a known organisation,
 * to an address from a contact form, or to a bump, whose quote the sender may have edited.
 */
export function decide(
  verdict: Verdict,
  policy: Policy,
  { hasWrittenToDomain, viaContactForm = false, isBump = false }: Circumstances,
): Decision {
  const reason = findVerdictKeepReason({ verdict, policy, hasWrittenToDomain, viaContactForm })
  if (reason !== null) return { outcome: 'keep', reason }
  if (policy.mode === 'observe') return { outcome: 'observe', reason: 'cold-outreach' }
  const mayReply =
    policy.smartResponse && isCertain(verdict) && !hasWrittenToDomain && !viaContactForm && !isBump
  return { outcome: 'filter', reason: 'cold-outreach', mayReply }
}

/** Filters a message because of its sender. It gets no smart response. */
export function decideForSender(reason: SenderReason, { mode }: Policy): Decision {
  return mode === 'observe' ? { outcome: mode, reason } : { outcome: mode, reason, mayReply: false }
}
