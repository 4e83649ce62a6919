import { formatEmails, formatMoment } from '../../lib/format.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { findScanProgress } from '../../lib/mailboxes/first-scan.ts'
import { describeNextCheck } from '../../lib/mailboxes/next-check.ts'

/** When the account was connected, last checked and will be checked next, and its first scan. */
export function AccountTimes({ account, asOf }: { account: Account; asOf: Date }) {
  const times = [
    ['Connected', formatMoment(account.createdAt, asOf)],
    ['Last check', account.lastSyncedAt ? formatMoment(account.lastSyncedAt, asOf) : 'Not yet'],
    ['Next check', describeNextCheck(account, asOf)],
    ['First scan', describeFirstScan(account)],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm sm:grid-cols-2 sm:gap-y-4 2xl:grid-cols-4">
      {times.map(([term, value]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid sm:col-span-1 sm:block">
          <dt className="text-muted-fg">{term}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function describeFirstScan(account: Account): string {
  if (findScanProgress(account)) return 'In progress'
  return account.syncStatus === 'synced'
    ? `Done, ${formatEmails(account.syncTotal)}`
    : 'Waiting to start'
}
