import type { FilteredEmail } from '@doorman/contract/filtered-emails'

/** Mail of a sender whom the user has blocked is set aside unread, and has no score. */
export function isJudged({ classificationScore }: FilteredEmail): boolean {
  return classificationScore > 0
}
