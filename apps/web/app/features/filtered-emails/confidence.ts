import type { FilteredEmail } from '@doorman/contract/filtered-emails'

/** An email that is filtered because of its sender, not its content, has no score. */
export function isJudged({ classificationScore }: FilteredEmail): boolean {
  return classificationScore > 0
}
