import { productName } from '@doorman/domain/brand'
import { toDayIn } from '@doorman/domain/time'
import { History } from 'lucide-react'
import {
  isAnyScanning,
  toAccountOptions,
  useAccounts,
} from '../../lib/mailboxes/connected-accounts.ts'
import { useListFilters } from '../../lib/lists/list-filters.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useActivityDays } from './activity.ts'
import { DaySection } from './day-section.tsx'

/** Days that are open from the start. */
const openDays = 2

/** What was done with the email of the last 30 days, day by day, kept emails included. */
export function ActivityScreen() {
  const { timeZone } = useCurrentUser()
  const { accounts } = useAccounts()
  const { filters, changeFilters } = useListFilters()
  const { days, asOf } = useActivityDays(filters.accountId, isAnyScanning(accounts))
  const today = toDayIn(timeZone, asOf)

  return (
    <>
      {accounts.length > 1 && (
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
      {days.length === 0 ? (
        <Empty icon={History} title="No activity yet">
          Every email {productName} checks is listed here for 30 days, with what it did and why.
        </Empty>
      ) : (
        <ol
          aria-label="Activity"
          className="divide-y divide-border rounded-card border border-border bg-card shadow-card"
        >
          {days.map((day, index) => (
            <li key={`${filters.accountId} ${day.day}`}>
              <DaySection
                day={day}
                today={today}
                accountId={filters.accountId}
                accounts={accounts}
                isOpenAtFirst={index < openDays}
              />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
