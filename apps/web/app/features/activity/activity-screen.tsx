import { productName } from '@doorman/domain/brand'
import { History } from 'lucide-react'
import { isAnyScanning, toAccountOptions, useAccounts } from '../../lib/accounts.ts'
import { formatEmails } from '../../lib/format.ts'
import { useMailFilters } from '../../lib/mail-filters.ts'
import { Empty } from '../../ui/empty.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { Select } from '../../ui/select.tsx'
import { useActivity } from './activity.ts'
import { ActivityRow } from './activity-row.tsx'

const rowPx = 62

/** Every message of the last 30 days by what was done with it, so that "why was nothing done?" has an answer. */
export function ActivityScreen({ isDemo }: { isDemo: boolean }) {
  const { accounts } = useAccounts()
  const { filters, changeFilters } = useMailFilters()
  const { entries, more, asOf } = useActivity(filters.accountId, isAnyScanning(accounts))

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="min-w-0 grow basis-80 text-sm text-pretty text-muted-fg">
          Of mail that was kept, {productName} stores neither sender nor subject: only that it was
          looked at, and why it stayed.
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
        <Empty icon={History} title="Nothing has been looked at yet">
          Every message that {productName} looks at is listed here for 30 days, with what was done
          and why.
        </Empty>
      ) : (
        <div className="@container rounded-card border border-border bg-card shadow-card">
          <p role="status" className="px-4 py-2.5 text-xs text-muted-fg tabular-nums">
            {formatEmails(entries.length)}
            {more.state !== 'none' && ' so far, more as you scroll'}
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
