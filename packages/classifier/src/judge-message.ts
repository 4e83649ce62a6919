import type { Message } from '@doorman/domain/mail/message'
import type { RedactionCounts, RedactionLevel } from '@doorman/domain/redaction/redact'
import { decide, decideForSender, type Decision } from '@doorman/domain/screening/decide'
import { isKnown, lookUp, once } from '@doorman/domain/screening/fact'
import { findKeepReason, type KeepReason } from '@doorman/domain/screening/keep-rules'
import type { Policy } from '@doorman/domain/screening/policy'
import {
  stranger,
  type Relationship,
  type SenderFacts,
} from '@doorman/domain/screening/sender-facts'
import type { Verdict } from '@doorman/domain/screening/verdict'
import type { Judgeable } from './model/judgeable.ts'
import { readText, toJudgeable, type ReadText } from './model/to-judgeable.ts'

export type Judgement<V extends Verdict = Verdict> =
  /**
   * A keep rule applies, or the sender alone is a reason to filter. There is no verdict to store.
   */
  | { readonly kind: 'unjudged'; readonly decision: Decision }
  | {
      readonly kind: 'judged'
      readonly decision: Decision
      readonly judgeable: Judgeable
      readonly redactions: RedactionCounts
      readonly verdict: V
    }

/**
 * The one way to judge a message: keep rules, redaction, features, verdict, decision. Callers
 * differ only in `classify`: the local model alone, or with a second opinion and lessons.
 */
export async function judgeMessage<V extends Verdict>(
  message: Message,
  sender: SenderFacts,
  {
    redaction,
    policy,
    classify,
  }: {
    readonly redaction: RedactionLevel
    readonly policy: Policy
    readonly classify: (judgeable: Judgeable) => V | Promise<V>
  },
): Promise<Judgement<V>> {
  const text = readLater(message, redaction)
  const keepReason = await findEarlyKeepReason(message, sender, text)
  if (keepReason !== null) return kept(keepReason)
  if (sender.reputation === 'blocked')
    return { kind: 'unjudged', decision: decideForSender('blocked-sender', policy) }

  const judgement = (await lookUp(sender.isFollowUp))
    ? ({ kind: 'unjudged', decision: decideForSender('follow-up', policy) } as const)
    : await judge()
  if (judgement.decision.outcome === 'keep') return judgement
  const lastReason = await findKeepReason(['last'], sender)
  return lastReason === null ? judgement : kept(lastReason)

  async function judge() {
    const hasWrittenToDomain = await lookUp(sender.hasWrittenToDomain)
    const relationship = await findRelationship(sender, hasWrittenToDomain)
    const prepared = toJudgeable(message, text(), relationship)
    const { isBump } = text()
    const viaContactForm = message.viaContactForm === true
    const verdict = withContactFormSignal(await classify(prepared.judgeable), viaContactForm)
    const decision = decide(verdict, policy, { hasWrittenToDomain, viaContactForm, isBump })
    return { kind: 'judged', ...prepared, verdict, decision } as const
  }
}

/**
 * The first half of `judgeMessage`: the text and facts that a classifier sees; `null` if a rule keeps
 * the message.
 */
export async function findJudgeable(
  message: Message,
  sender: SenderFacts,
  text: () => ReadText,
): Promise<Judgeable | null> {
  if ((await findEarlyKeepReason(message, sender, text)) !== null) return null
  const hasWrittenToDomain = await lookUp(sender.hasWrittenToDomain)
  const relationship = await findRelationship(sender, hasWrittenToDomain)
  return toJudgeable(message, text(), relationship).judgeable
}

/**
 * Reads a body when it is first needed: most messages are kept by their sender or their headers.
 */
export function readLater(message: Message, level: RedactionLevel): () => ReadText {
  return once(() => readText(message, level))
}

/** Also tries the `last` stage, before the verdict, if its fact is known and costs no search. */
function findEarlyKeepReason(
  message: Message,
  sender: SenderFacts,
  text: () => ReadText,
): Promise<KeepReason | null> {
  const facts = { ...sender, message, wordsToJudge: () => text().own.wordCount }
  return isKnown(sender.hasCommonContact)
    ? findKeepReason(['sender', 'envelope', 'text', 'last'], facts)
    : findKeepReason(['sender', 'envelope', 'text'], facts)
}

/** A message reaches the classifier only if the user has not written to its sender's address. */
async function findRelationship(
  { earlierMailFromSender }: SenderFacts,
  hasWrittenToDomain: boolean,
): Promise<Relationship | null> {
  const earlier = await lookUp(earlierMailFromSender)
  if (earlier === null) return null
  return { ...stranger, hasWrittenToDomain, earlierMailFromSender: earlier }
}

/**
 * Puts the contact-form signal first: it explains why our list shows another sender than the mail
 * program.
 */
function withContactFormSignal<V extends Verdict>(verdict: V, viaContactForm: boolean): V {
  return viaContactForm ? { ...verdict, signals: ['contact-form', ...verdict.signals] } : verdict
}

function kept(reason: KeepReason): { kind: 'unjudged'; decision: Decision } {
  return { kind: 'unjudged', decision: { outcome: 'keep', reason } }
}
