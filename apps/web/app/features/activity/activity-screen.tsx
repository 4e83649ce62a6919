import { productName } from '@doorman/domain/brand'
import { History } from 'lucide-react'
import {
  isAnyScanning,
  toAccountOptions,
  useAccounts,
} from '../../lib/mailboxes/connected-accounts.ts'
import { formatEmails } from '../../lib/format.ts'
import { useListFilters } from '../../lib/lists/list-filters.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LongList } from '../../ui/lists/long-list.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useActivity } from './activity.ts'
import { ActivityRow } from './activity-row.tsx'

const rowPx = 62

/** Every message of the last 30 days and what was done with it, kept messages included. */
export function ActivityScreen({ isDemo }: { isDemo: boolean }) {
  const { accounts } = useAccounts()
  const { filters, changeFilters } = useListFilters()
  const { entries, more, asOf } = useActivity(filters.accountId, isAnyScanning(accounts))

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="min-w-0 grow basis-80 text-sm text-pretty text-muted-fg">
          For emails that stay in your inbox, {productName} doesn’t store the sender or the subject,
          only why they stayed.
        </p>
        {accounts.length > 0 && (
          <div className="w-full sm:w-72">
            <Select
              aria-label="Account"
              options={toAccountOptions(accounts)}
              value={filters.accountId ?? ''}
              onChange={({ target }) => {
                const account = accounts.find(({ id }) => id === target.value)
                changeFilters({ accountId: account?.id ?? null })
              }}
            />
          </div>
        )}
      </div>
      {entries.length === 0 ? (
        <Empty icon={History} title="No activity yet">
          Every email {productName} checks is listed here for 30 days, with what it did and why.
        </Empty>
      ) : (
        <div className="@container rounded-card border border-border bg-card shadow-card">
          <p role="status" className="px-4 py-2.5 text-xs text-muted-fg tabular-nums">
            {formatEmails(entries.length)}
            {more.state !== 'none' && ' so far. Scroll for more'}
          </p>
          <LongList label="Activity" items={entries} rowPx={rowPx} more={more}>
            {(entry) => (
              <ActivityRow
                entry={entry}
                account={accounts.find(({ id }) => id === entry.accountId)}
                asOf={asOf}
                isDemo={isDemo}
              />
            )}
          </LongList>
        </div>
      )}
    </>
  )
}
