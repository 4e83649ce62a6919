import type { Category } from '@doorman/domain/screening/categories'
import { toReasoning } from '@doorman/domain/screening/reasons'
import type { FilteredEmail } from './filtered-emails.ts'

const kinds: Readonly<Record<Category, string>> = {
  sales: 'Sales',
  recruiter: 'Recruiter',
  investor: 'Investor',
  other: 'Other',
}

/** The headings of the exported columns. Times are in the user's time zone, so they name it. */
export function toHeadings(timeZone: string): string[] {
  return [
    `Received (${timeZone})`,
    'Account',
    'From',
    'Address',
    'Subject',
    'Kind',
    'Confidence',
    'What happened',
    'Reason',
    `Replied (${timeZone})`,
  ]
}

/** One email as exported. `account` is the address of its mailbox. */
export function toCells(
  email: FilteredEmail,
  account: string,
  toTime: (time: Date) => string,
): (string | null)[] {
  return [
    email.receivedAt && toTime(email.receivedAt),
    account,
    email.senderName,
    email.senderAddress,
    email.subject,
    kinds[email.category ?? 'other'],
    // No score: the email was filtered because of its sender.
    email.score === null ? null : `${Math.round(email.score * 100)}%`,
    describeOutcome(email),
    toReasoning(email),
    email.repliedAt && toTime(email.repliedAt),
  ]
}

/** What has become of an email, in the words of its badge. */
function describeOutcome({
  outcome,
  state,
  restoredBy,
}: Pick<FilteredEmail, 'outcome' | 'state' | 'restoredBy'>): string {
  if (outcome === 'observe') return state === 'restored' ? 'Kept' : 'Would move'
  if (state === 'spam') return 'Spam'
  if (state === 'returned') return 'Put back'
  if (restoredBy !== null) return restoredBy === 'sender' ? 'Restored by the sender' : 'Restored'
  return state === 'gone' ? 'Not moved' : 'Filtered'
}
