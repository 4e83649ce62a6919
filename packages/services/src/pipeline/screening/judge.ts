import { judgeMessage } from '@doorman/classifier/judge-message'
import type { Judgeable } from '@doorman/classifier/model/judgeable'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { applyLessons, toOffset } from '@doorman/domain/learning/verdict-offset'
import type { Context } from '../../ports/context.ts'
import { gatherFacts, type Subject } from './gather-facts.ts'
import { loadPreferences, type Preferences } from './preferences.ts'
import type { Screening } from './record-decision.ts'

/**
 * Judges a message of a connected mailbox. The message's text is neither stored nor logged.
 * `index-incomplete` if the user may have written to the sender, and only the index of correspondents
 * will tell. Then the classifier is not asked, since the message will be judged again.
 */
export async function judge(
  ctx: Context,
  subject: Omit<Subject, 'preferences'>,
): Promise<Screening | 'index-incomplete'> {
  const { row, received } = subject
  const sender = received.message.from?.address ?? null
  const preferences = await loadPreferences(ctx, row, sender)
  const { facts, isInDoubt } = gatherFacts(ctx, { ...subject, preferences })
  const judgement = await judgeMessage(received.message, facts, {
    redaction: preferences.redaction,
    policy: preferences.policy,
    classify: (judgeable) => {
      if (isInDoubt()) throw new InDoubt()
      return classify(ctx, row, sender, preferences, judgeable)
    },
  }).catch((error: unknown) => {
    if (error instanceof InDoubt) return 'index-incomplete' as const
    throw error
  })
  if (judgement === 'index-incomplete') return judgement
  const { decision } = judgement
  if (decision.outcome !== 'keep' && isInDoubt()) return 'index-incomplete'
  if (judgement.kind === 'unjudged') return { decision, received, evidence: null }
  return {
    decision,
    received,
    evidence: { ...judgement.verdict, redactions: judgement.redactions },
  }
}

class InDoubt extends Error {}

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
