import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { Account } from '../../lib/accounts.ts'

const newsMs = 86_400_000

/** What the first scan found is news for a day. */
export function isFirstScanNews({ syncStatus, createdAt }: Account, asOf: Date): boolean {
  return syncStatus === 'synced' && asOf.getTime() - Date.parse(createdAt) < newsMs
}

/** What lay in the inbox before the account was connected, and is still set aside. */
export function toFirstFinds(
  emails: readonly FilteredEmail[],
  { createdAt }: Account,
): FilteredEmail[] {
  return emails.filter(
    ({ receivedAt, action, isGone }) => receivedAt < createdAt && !action && !isGone,
  )
}
