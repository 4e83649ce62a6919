import { listSenders, listWhitelist } from '@doorman/contract/filter-settings'
import { loadSmartResponse } from '@doorman/contract/smart-response'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { billingInfo } from '../../lib/billing-info.ts'
import { query } from '../../lib/query.ts'
import { queryClient } from '../../lib/query-client.ts'

/** As many as the server gives at a time; fewer are the last. */
const sendersPerPage = 200

export const whitelist = query(listWhitelist, {})
export const smartResponse = query(loadSmartResponse, {})
export const knownSenders = infiniteQueryOptions({
  queryKey: [listSenders.path],
  queryFn: ({ pageParam: before, signal }) => call(listSenders, { before }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) =>
    page.length < sendersPerPage ? undefined : page[page.length - 1]?.address,
})

/** Asks for everything the page shows, at once. */
export async function loadFilterSettings(): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(billingInfo),
    queryClient.ensureQueryData(smartResponse),
    queryClient.ensureQueryData(whitelist),
    queryClient.ensureInfiniteQueryData(knownSenders),
  ])
}
