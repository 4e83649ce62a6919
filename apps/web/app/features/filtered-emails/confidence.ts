import type { FilteredEmail } from '@doorman/contract/filtered-emails'

/** Mail that is set aside for its sender, and not for what it says, has no score. */
export function isJudged({ classificationScore }: FilteredEmail): boolean {
  return classificationScore > 0
}
