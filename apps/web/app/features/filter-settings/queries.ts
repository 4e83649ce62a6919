import { listSenders, listWhitelist } from '@doorman/contract/filter-settings'
import { loadSmartResponse } from '@doorman/contract/smart-response'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { query } from '../../lib/api/query.ts'
import { queryClient } from '../../lib/api/query-client.ts'

/** The server's page size. A shorter page is the last one. */
const sendersPerPage = 200

export const whitelist = query(listWhitelist, {})
export const smartResponse = query(loadSmartResponse, {})
export const senderPages = (search: string) =>
  infiniteQueryOptions({
    queryKey: [listSenders.path, search],
    queryFn: ({ pageParam: before, signal }) =>
      call(listSenders, { before, ...(search !== '' && { search }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) =>
      page.length < sendersPerPage ? undefined : page[page.length - 1]?.address,
  })

/** Loads everything the page shows, in parallel. */
export async function loadFilterSettings(): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(billingInfo),
    queryClient.ensureQueryData(smartResponse),
    queryClient.ensureQueryData(whitelist),
    queryClient.ensureInfiniteQueryData(senderPages('')),
  ])
}
