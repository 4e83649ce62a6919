import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { Category } from '@doorman/domain/screening/categories'

export const kinds: Readonly<Record<Category, string>> = {
  sales: 'Sales',
  recruiter: 'Recruiter',
  investor: 'Investor',
  other: 'Other',
}

/** Signals that most cold emails have, so they tell little about one of them. */
export const commonSignals: readonly string[] = [
  'Comes from someone you’ve never emailed',
  'Is worded like cold outreach',
  'Mentions the sender’s own company',
]

const maxFacts = 3

/** What is known about an email, in the words of a list: its kind and the facts that tell most. */
export function toFacts(email: FilteredEmail): { kind: string | null; facts: string[] } {
  // Filtered because of its sender: it was not classified, and the sentence says why.
  if (!isJudged(email)) return { kind: null, facts: [email.reasoning] }
  const telling = email.detectedSignals.filter((signal) => !commonSignals.includes(signal))
  const shown = telling.length > 0 ? telling : email.detectedSignals
  return { kind: kinds[email.category], facts: shown.slice(0, maxFacts).map(toClause) }
}

/** An email that is filtered because of its sender, not its content, has no score. */
export function isJudged({ classificationScore }: FilteredEmail): boolean {
  return classificationScore > 0
}

/** The reasoning without the signals that it lists, for where all signals are shown anyway. */
export function toVerdict({ reasoning, detectedSignals }: FilteredEmail): string {
  return detectedSignals.length > 0 ? reasoning.replace(/: it [^.]*\./, '.') : reasoning
}

function toClause(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
