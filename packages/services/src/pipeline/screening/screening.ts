import type { ReplyId } from '@doorman/domain/ids'
import type { LessonReason } from '@doorman/domain/learning/verdict-offset'
import type { RedactionCounts } from '@doorman/domain/redaction/redact'
import type { Decision } from '@doorman/domain/screening/decide'
import type { KeepReason } from '@doorman/domain/screening/keep-rules'
import type { Verdict } from '@doorman/domain/screening/verdict'
import type { ReceivedMessage } from '@doorman/mail/mailbox'

type Kept = { readonly outcome: 'keep'; readonly reason: KeepReason }

type Evidence = Verdict & {
  readonly lessons: readonly LessonReason[]
  readonly redactions: RedactionCounts
}

/** What was decided about a message, and why. */
export type Screening =
  | {
      readonly decision: Kept
      readonly received: ReceivedMessage | null
      /** The smart response that the sender answered with "We've met before". */
      readonly appealedReply?: ReplyId
    }
  | {
      readonly decision: Decision
      readonly received: ReceivedMessage
      /** `null` if the sender alone was the reason, so the text was not judged. */
      readonly evidence: Evidence | null
    }

export function keep(reason: KeepReason, received: ReceivedMessage | null = null): Screening {
  return { decision: { outcome: 'keep', reason }, received }
}
