import type { ActivityEntry } from '@doorman/contract/activity'
import type { ReactNode } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { PartFailed } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useEntries, type EntriesInput } from './activity.ts'

const maxPlaceholders = 6

/** The entries of one group, page by page. */
export function Entries({
  label,
  input,
  children,
}: {
  label: string
  input: EntriesInput
  children: (entry: ActivityEntry) => ReactNode
}) {
  const list = useEntries(input)
  if (!list.data)
    return list.isError ? (
      <div className="border-t border-border p-4">
        <PartFailed
          what="these emails"
          error={list.error}
          isPending={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </div>
    ) : (
      <EntriesSkeleton count={Math.min(input.count, maxPlaceholders)} />
    )
  return (
    <>
      <ul aria-label={label}>
        {list.data.pages.flatMap(toByArrival).map((entry) => (
          <li key={entry.id} className="border-t border-border">
            {children(entry)}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="grid justify-items-center border-t border-border p-2">
          <Button
            variant="ghost"
            size="small"
            isPending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchNextPageError ? 'Couldn’t load more. Try again' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  )
}

/**
 * The API lists by time of decision, which is the same for all emails of a first scan. Each page is
 * sorted separately, so that more entries never move those above them.
 */
function toByArrival(entries: readonly ActivityEntry[]): ActivityEntry[] {
  const toTime = ({ receivedAt, decidedAt }: ActivityEntry) => receivedAt ?? decidedAt
  return entries.toSorted((one, other) => toTime(other).localeCompare(toTime(one)))
}

function EntriesSkeleton({ count }: { count: number }) {
  return (
    <div role="status" className="delayed">
      <span className="sr-only">Loading emails…</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid h-15 content-center gap-2 border-t border-border px-4">
          <span className="h-3.5 w-3/5">
            <Skeleton />
          </span>
          <span className="h-3 w-2/5">
            <Skeleton />
          </span>
        </div>
      ))}
    </div>
  )
}
