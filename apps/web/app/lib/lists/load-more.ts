import type { UseSuspenseInfiniteQueryResult } from '@tanstack/react-query'

type Pages = Pick<
  UseSuspenseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** The state of the next page of a list, and how to load it. */
export function toMore(pages: Pages) {
  return { state: toState(pages), load: () => void pages.fetchNextPage() } as const
}

function toState({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: Pages) {
  if (!hasNextPage) return 'none'
  if (isFetchingNextPage) return 'loading'
  return isFetchNextPageError ? 'failed' : 'waiting'
}
