import { judgeMessage } from '@doorman/classifier/judge-message'
import type { Judgeable } from '@doorman/classifier/model/judgeable'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { applyLessons, toOffset } from '@doorman/domain/learning/verdict-offset'
import type { Mailbox, ReceivedMessage } from '@doorman/mail/mailbox'
import type { Context } from '../../ports/context.ts'
import { gatherFacts } from './gather-facts.ts'
import { loadPreferences, type Preferences } from './preferences.ts'
import type { Screening } from './record-decision.ts'

/** Judges a message of a connected mailbox. The message's text is neither stored nor logged. */
export async function judge(
  ctx: Context,
  row: MailboxRow,
  mailbox: Mailbox,
  received: ReceivedMessage,
): Promise<Screening> {
  const sender = received.message.from?.address ?? null
  const preferences = await loadPreferences(ctx, row, sender)
  const facts = gatherFacts(ctx, { row, mailbox, received, preferences })
  const judgement = await judgeMessage(received.message, facts, {
    redaction: preferences.redaction,
    policy: preferences.policy,
    classify: (judgeable) => classify(ctx, row, sender, preferences, judgeable),
  })
  const { decision } = judgement
  if (judgement.kind === 'unjudged') return { decision, received, evidence: null }
  return {
    decision,
    received,
    evidence: { ...judgement.verdict, redactions: judgement.redactions },
  }
}

/**
 * The verdict of the local model, perhaps with a second opinion, adjusted by the user's lessons.
 */
async function classify(
  ctx: Context,
  { userId }: MailboxRow,
  sender: string | null,
  { hasSecondOpinion, lessons }: Preferences,
  judgeable: Judgeable,
) {
  const classifier = hasSecondOpinion ? ctx.cascadeFor(userId) : ctx.classifier
  const verdict = await classifier.classify(judgeable)
  const offset = toOffset(lessons, { sender, keepReason: null, verdict })
  return { ...applyLessons(verdict, offset), lessons: offset.reasons }
}
