import {
  listFailedJobs,
  listUnhealthyMailboxes,
  loadReplySwitch,
} from '@doorman/contract/admin-queue'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { query } from '../../../lib/api/query.ts'
import { queryClient } from '../../../lib/api/query-client.ts'

const firstPage: string | undefined = undefined
const fresh = { staleTime: 5_000 }

export const replySwitch = { ...query(loadReplySwitch, {}), ...fresh }

export const failedJobs = infiniteQueryOptions({
  queryKey: [listFailedJobs.path, 'pages'],
  queryFn: ({ pageParam, signal }) => call(listFailedJobs, { cursor: pageParam }, signal),
  initialPageParam: firstPage as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  ...fresh,
})

export const unhealthyMailboxes = infiniteQueryOptions({
  queryKey: [listUnhealthyMailboxes.path, 'pages'],
  queryFn: ({ pageParam, signal }) => call(listUnhealthyMailboxes, { cursor: pageParam }, signal),
  initialPageParam: firstPage as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  ...fresh,
})

/** Starts the page's requests while its code still loads. Each card shows its own failure. */
export function prefetchQueue(): void {
  void queryClient.prefetchQuery(replySwitch)
  void queryClient.prefetchInfiniteQuery(failedJobs)
  void queryClient.prefetchInfiniteQuery(unhealthyMailboxes)
}
