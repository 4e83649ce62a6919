import type { Category } from '@doorman/domain/screening/categories'
import type { RedactedPart } from './redacted-parts.ts'

/** What the visitor is shown about the email they pasted. */
export type TryItResult = {
  readonly outcome: 'keep' | 'filter'
  /**
   * Confidence that the email is cold, from 1 to 99; `null` if a keep rule applied, so that it was
   * not judged.
   */
  readonly percent: number | null
  /** From which confidence such an email is set aside. */
  readonly movedFromPercent: number
  readonly category: Category | null
  readonly signals: readonly string[]
  readonly reasoning: string
  readonly missingFacts: string
  readonly redacted: readonly RedactedPart[]
}
