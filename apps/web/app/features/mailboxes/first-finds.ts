import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { dayMs } from '@doorman/domain/time'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'

/** The finds of the first scan are shown for a day after connecting. */
export function isFirstScanRecent({ syncStatus, createdAt }: Account, asOf: Date): boolean {
  return syncStatus === 'synced' && asOf.getTime() - Date.parse(createdAt) < dayMs
}

/** Emails that were in the inbox before the account was connected and are still set aside. */
export function toFirstFinds(
  emails: readonly FilteredEmail[],
  { createdAt }: Account,
): FilteredEmail[] {
  return emails.filter(
    ({ receivedAt, action, isGone }) => receivedAt < createdAt && !action && !isGone,
  )
}
