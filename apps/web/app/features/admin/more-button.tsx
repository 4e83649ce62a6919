import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../ui/basics/button.tsx'

/** Loads the next page of a list. Absent on the last one. */
export function MoreButton({
  list,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}) {
  if (!list.hasNextPage) return null
  return (
    <div className="mt-4 flex items-center justify-center gap-3 text-sm">
      {list.isFetchNextPageError && <span role="alert">We couldn’t load more.</span>}
      <Button
        variant="secondary"
        isPending={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {list.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}
