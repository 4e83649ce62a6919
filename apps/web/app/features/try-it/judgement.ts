import type { Category } from '@doorman/domain/decide'
import type { RedactedPart } from './redacted-parts.ts'

/** What the judge says of one mail, in words for its reader. */
export type Judgement = {
  readonly outcome: 'keep' | 'filter'
  /** How surely it is cold, from 1 to 99; `null` where a rule left it unjudged. */
  readonly percent: number | null
  readonly category: Category | null
  readonly signals: readonly string[]
  readonly reasoning: string
  readonly redacted: readonly RedactedPart[]
}
