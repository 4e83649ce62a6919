import type { Judgeable } from '@doorman/classifier/local/judgeable'
import { prepareMail } from '@doorman/classifier/local/prepare-mail'
import {
  categories,
  decide,
  type Category,
  type Policy,
  type Verdict,
} from '@doorman/domain/decide'
import type { Signal } from '@doorman/domain/signals'
import type { SkipReason } from '@doorman/domain/skip-rules'
import type { IncomingMail } from './read-mails.ts'

/** What the local model does. */
export type Judge = (mail: Judgeable) => Verdict

export type Judged =
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'judged'; readonly mail: Judgeable; readonly verdict: Verdict }

/** What is said of one mail, as `--json` prints it. Others read these lines: names and order stay as they are. */
export type Screening = {
  readonly id: string
  readonly outcome: 'filter' | 'keep'
  readonly reason: string
  readonly category: Category | null
  readonly score: number | null
  readonly signals: readonly Signal[]
  readonly skipped: SkipReason | null
}

/** As somebody who wants no cold outreach of any kind. */
const policy: Policy = { mode: 'filter', unwanted: new Set(categories), smartResponse: false }

export function judgeMail({ message, known }: IncomingMail, judge: Judge): Judged {
  const prepared = prepareMail(message, known, 'full')
  if (prepared.kind === 'skipped') return prepared
  return { kind: 'judged', mail: prepared.mail, verdict: judge(prepared.mail) }
}

export function toScreening(id: string, judged: Judged): Screening {
  if (judged.kind === 'skipped') {
    const { reason } = judged
    return {
      id,
      outcome: 'keep',
      reason,
      category: null,
      score: null,
      signals: [],
      skipped: reason,
    }
  }
  const { category, score, signals } = judged.verdict
  const { outcome, reason } = decide(judged.verdict, policy)
  return {
    id,
    outcome: outcome === 'filter' ? 'filter' : 'keep',
    reason,
    category,
    score,
    signals,
    skipped: null,
  }
}
