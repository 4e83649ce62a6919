import type { AdminUser } from '@doorman/contract/admin-users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useCurrentUser } from '../../../lib/session/current-user.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { PartFailed, PartSkeleton } from '../../../ui/feedback/loaded.tsx'
import { useIsWide } from '../../../ui/lists/use-is-wide.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { stats, usersOf } from '../queries.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { describeRange } from './page-range.ts'
import { maxSearchLength, sortBy, sortChoices } from './user-filters.ts'
import { useUserPages } from './use-user-pages.ts'
import { useViewAs } from './use-view-as.tsx'
import { UserTable } from './user-table.tsx'

type UserPage = { readonly list: readonly AdminUser[]; readonly nextCursor: string | null }

/** For narrow screens only. */
const UserCards = lazy(async () => ({ default: (await import('./user-cards.tsx')).UserCards }))

/** All users: search, sort and page are in the address. */
export function UsersTab() {
  const me = useCurrentUser()
  const pages = useUserPages()
  const { filters } = pages
  const found = useQuery({ ...usersOf(filters), placeholderData: keepPreviousData })
  const { data: counted } = useQuery(stats)
  const [toDelete, setToDelete] = useState<AdminUser | null>(null)
  const viewAs = useViewAs()
  const isWide = useIsWide()
  const topRef = useRef<HTMLDivElement>(null)
  const acts = {
    me,
    isPending: viewAs.isPending,
    onViewAs: viewAs.start,
    onDelete: setToDelete,
  }

  return (
    <div ref={topRef} className="grid scroll-mt-20 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 grow basis-60 sm:max-w-md">
          <SearchField
            label="Search by email address"
            search={filters.search}
            onSearch={pages.search}
            maxLength={maxSearchLength}
          />
        </div>
        {!isWide && (
          <div className="w-full sm:w-56">
            <Select
              aria-label="Sort by"
              options={sortChoices.map(({ label }) => ({ value: label, label }))}
              value={sortChoices.find(isChosen)?.label}
              onChange={({ target }) => {
                const choice = sortChoices.find(({ label }) => label === target.value)
                if (choice) pages.sort(choice)
              }}
            />
          </div>
        )}
      </div>
      {renderPage()}
      <DeleteUserDialog user={toDelete} onClose={() => setToDelete(null)} />
      {viewAs.dialog}
    </div>
  )

  function isChosen({ sort, order }: (typeof sortChoices)[number]) {
    return sort === filters.sort && order === filters.order
  }

  /** The buttons are below the list, and the next page is read from its top. */
  function scrollToTop() {
    const top = topRef.current
    if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView()
  }

  function toRange({ list, nextCursor }: UserPage) {
    return {
      before: pages.before,
      shown: list.length,
      total: filters.search ? null : (counted?.totalUsers ?? null),
      hasNext: nextCursor !== null,
    }
  }

  function renderPage() {
    if (found.isError && !found.data)
      return (
        <PartFailed
          what="the users"
          error={found.error}
          isPending={found.isFetching}
          // A cursor from an old link may be refused for good.
          onRetry={filters.cursor ? pages.goToStart : () => void found.refetch()}
          retryLabel={filters.cursor ? 'Go to the first page' : 'Try again'}
        />
      )
    if (!found.data) return <PartSkeleton what="the users" />
    const { list, nextCursor } = found.data
    if (list.length === 0)
      return (
        <Empty
          icon={Search}
          title={filters.search ? 'No matching users' : 'No users here'}
          action={
            <Button variant="secondary" onClick={pages.clear}>
              {filters.search ? 'Clear search' : 'Go to the first page'}
            </Button>
          }
        >
          {filters.search
            ? 'Search covers parts of email addresses.'
            : 'The users on this page were deleted in the meantime.'}
        </Empty>
      )
    const asOf = new Date(found.dataUpdatedAt)
    return (
      <>
        <div aria-busy={found.isFetching} className="grid grid-cols-1 gap-4">
          {isWide ? (
            <UserTable
              users={list}
              asOf={asOf}
              filters={filters}
              onSort={(key) => pages.sort(sortBy(filters, key))}
              {...acts}
            />
          ) : (
            <Suspense fallback={<PartSkeleton what="the users" />}>
              <UserCards users={list} asOf={asOf} {...acts} />
            </Suspense>
          )}
        </div>
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted-fg tabular-nums">
            {!found.isPlaceholderData && describeRange(toRange(found.data))}
          </p>
          {(filters.cursor || nextCursor !== null) && (
            <nav aria-label="Pages" className="flex gap-3">
              <Button
                variant="secondary"
                disabled={!filters.cursor}
                onClick={() => {
                  pages.goBack()
                  scrollToTop()
                }}
              >
                Previous
              </Button>
              <Button
                variant="secondary"
                disabled={nextCursor === null || found.isPlaceholderData}
                onClick={() => {
                  if (nextCursor === null) return
                  pages.goOn(nextCursor, list.length)
                  scrollToTop()
                }}
              >
                Next
              </Button>
            </nav>
          )}
        </div>
      </>
    )
  }
}
