import { judgeMessage, type Judgement } from '@doorman/classifier/judge-message'
import type { Judgeable } from '@doorman/classifier/model/judgeable'
import { categories, type Category } from '@doorman/domain/screening/categories'
import type { Policy } from '@doorman/domain/screening/policy'
import type { Reason } from '@doorman/domain/screening/reasons'
import type { Signal } from '@doorman/domain/screening/signals'
import type { Verdict } from '@doorman/domain/screening/verdict'
import type { ExportedMessage } from './reading/read-messages.ts'

/** Classifies the message with this id. The local model ignores the id. */
export type Judge = (judgeable: Judgeable, id: string) => Verdict

/** A line of `doorman screen --json`. Scripts read these lines: names and order must not change. */
export type Screening = {
  readonly id: string
  readonly outcome: 'filter' | 'keep'
  readonly reason: Reason
  readonly category: Category | null
  readonly score: number | null
  readonly signals: readonly Signal[]
  /** The reason if the message was decided without a verdict; `null` if it was judged. */
  readonly skipped: Reason | null
}

/** A user who wants no cold outreach of any kind. */
const policy: Policy = { mode: 'filter', unwanted: new Set(categories), smartResponse: false }

export function screenMessage(
  { id, message, sender }: ExportedMessage,
  judge: Judge,
): Promise<Judgement> {
  return judgeMessage(message, sender, {
    redaction: 'full',
    policy,
    classify: (judgeable) => judge(judgeable, id),
  })
}

export function toScreening(id: string, judgement: Judgement): Screening {
  const { outcome, reason } = judgement.decision
  const verdict = judgement.kind === 'judged' ? judgement.verdict : null
  return {
    id,
    outcome: outcome === 'filter' ? 'filter' : 'keep',
    reason,
    category: verdict?.category ?? null,
    score: verdict?.score ?? null,
    signals: verdict?.signals ?? [],
    skipped: verdict === null ? reason : null,
  }
}
