import type { ReactNode } from 'react'
import { formatEmails, formatMoment } from '../../lib/format.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { findScanProgress } from '../../lib/mailboxes/first-scan.ts'
import { describeNextCheck, findNextCheck } from '../../lib/mailboxes/next-check.ts'

/** When the account was connected, last checked and will be checked next, and its first scan. */
export function AccountTimes({ account, asOf }: { account: Account; asOf: Date }) {
  const { createdAt, lastSyncedAt } = account
  const nextCheck = describeNextCheck(account, asOf)
  const nextCheckAt = findNextCheck([account], asOf)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2 sm:gap-y-3 xl:grid-cols-4">
      <Fact term="Connected">
        <Time at={createdAt}>{formatMoment(createdAt, asOf)}</Time>
      </Fact>
      <Fact term="Last check">
        {lastSyncedAt ? (
          <Time at={lastSyncedAt}>{formatMoment(lastSyncedAt, asOf)}</Time>
        ) : (
          'Not yet'
        )}
      </Fact>
      <Fact term="Next check">
        {nextCheckAt ? <Time at={nextCheckAt}>{nextCheck}</Time> : nextCheck}
      </Fact>
      <Fact term="First scan">{describeFirstScan(account)}</Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid sm:col-span-1 sm:block">
      <dt className="text-muted-fg">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

function Time({ at, children }: { at: string; children: string }) {
  return <time dateTime={at}>{children}</time>
}

function describeFirstScan(account: Account): string {
  if (findScanProgress(account)) return 'In progress'
  return account.syncStatus === 'synced'
    ? `Done, ${formatEmails(account.syncTotal)}`
    : 'Waiting to start'
}
