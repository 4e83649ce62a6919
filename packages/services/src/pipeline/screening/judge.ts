import type { Classifier } from '@doorman/classifier/classifier'
import { judgeMessage } from '@doorman/classifier/judge-message'
import type { Judgeable } from '@doorman/classifier/model/judgeable'
import { applyLessons, toOffset } from '@doorman/domain/learning/verdict-offset'
import { gatherFacts, type Subject } from './gather-facts.ts'
import type { Screening } from './screening.ts'

/**
 * Judges a message of a connected mailbox. The message's text is neither stored nor logged.
 * `index-incomplete` if the user may have written to the sender, and only the index of correspondents
 * will tell. Then the classifier is not asked, since the message will be judged again.
 */
export async function judge(
  classifier: Classifier,
  subject: Subject,
): Promise<Screening | 'index-incomplete'> {
  const { received, preferences } = subject
  const { facts, isInDoubt } = gatherFacts(subject)
  const judgement = await judgeMessage(received.message, facts, {
    redaction: preferences.redaction,
    policy: preferences.policy,
    classify: (judgeable) => {
      if (isInDoubt()) throw new InDoubt()
      return classify(classifier, subject, judgeable)
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

/** The classifier's verdict, adjusted by the user's lessons. */
async function classify(
  classifier: Classifier,
  { received, preferences: { lessons } }: Subject,
  judgeable: Judgeable,
) {
  const sender = received.message.from?.address ?? null
  const verdict = await classifier.classify(judgeable)
  const offset = toOffset(lessons, { sender, keepReason: null, verdict })
  return { ...applyLessons(verdict, offset), lessons: offset.reasons }
}
