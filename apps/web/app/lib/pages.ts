import type { UseSuspenseInfiniteQueryResult } from '@tanstack/react-query'

type Pages = Pick<
  UseSuspenseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** What follows the pages of a list that have been loaded. */
export function toMore(pages: Pages) {
  return { state: toState(pages), load: () => void pages.fetchNextPage() } as const
}

function toState({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: Pages) {
  if (!hasNextPage) return 'none'
  if (isFetchingNextPage) return 'loading'
  return isFetchNextPageError ? 'failed' : 'waiting'
}
