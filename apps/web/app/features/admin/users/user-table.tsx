import type { AdminUser, UserSortKey } from '@doorman/contract/admin-users'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { formatCount } from '../../../lib/format.ts'
import { formatLocalDay } from '../format-time.ts'
import type { UserFilters } from './user-filters.ts'
import {
  Providers,
  Subscription,
  TrialLeft,
  UserName,
  Verified,
  type UserActs,
} from './user-parts.tsx'
import { UserMenu } from './user-menu.tsx'

type Column = { title: string; sort?: UserSortKey; isNumber?: boolean }

const columns: readonly Column[] = [
  { title: 'Email', sort: 'email' },
  { title: 'Mailboxes' },
  { title: 'Filtered', sort: 'filteredEmailCount', isNumber: true },
  { title: 'Verified' },
  { title: 'Subscription' },
  { title: 'Trial left', sort: 'trialEndDate' },
  { title: 'Created', sort: 'createdAt' },
]

/** For wide screens. Narrow ones show cards. */
export function UserTable({
  users,
  asOf,
  filters,
  onSort,
  ...acts
}: UserActs & {
  users: readonly AdminUser[]
  asOf: Date
  filters: UserFilters
  onSort: (key: UserSortKey) => void
}) {
  return (
    <div className="overflow-x-auto rounded-card border border-border bg-card shadow-card">
      <table className="w-full text-start text-sm">
        <caption className="sr-only">Users</caption>
        <thead>
          <tr className="border-b border-border text-muted-fg">
            {columns.map((column) => (
              <ColumnHead key={column.title} column={column} filters={filters} onSort={onSort} />
            ))}
            <th scope="col" className="w-14">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr
              key={user.id}
              className="border-b border-border last:border-0 hover:bg-muted/50 [&>td]:h-14 [&>td]:px-4 [&>td]:whitespace-nowrap"
            >
              <td className="w-full max-w-0">
                <UserName user={user} me={acts.me} />
              </td>
              <td>
                <Providers providers={user.providers} />
              </td>
              <td className="text-end tabular-nums">{formatCount(user.filteredEmailCount)}</td>
              <td>
                <Verified user={user} />
              </td>
              <td>
                <Subscription user={user} />
              </td>
              <td className="tabular-nums">
                <TrialLeft user={user} asOf={asOf} />
              </td>
              <td className="tabular-nums">{formatLocalDay(user.createdAt)}</td>
              <td>
                <div className="-mx-3 flex justify-end">
                  <UserMenu user={user} acts={acts} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ColumnHead({
  column: { title, sort, isNumber = false },
  filters,
  onSort,
}: {
  column: Column
  filters: UserFilters
  onSort: (key: UserSortKey) => void
}) {
  const isSorted = sort === filters.sort
  const Arrow = filters.order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (filters.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={`h-10 px-4 font-medium whitespace-nowrap ${isNumber ? 'text-end' : 'text-start'}`}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => onSort(sort)}
          className={`inline-flex h-8 items-center gap-1 rounded-control hover:text-fg ${isSorted ? 'text-fg' : ''} ${isNumber ? 'flex-row-reverse' : ''}`}
        >
          {title}
          <Arrow aria-hidden className={`size-3.5 ${isSorted ? '' : 'invisible'}`} />
        </button>
      ) : (
        title
      )}
    </th>
  )
}
