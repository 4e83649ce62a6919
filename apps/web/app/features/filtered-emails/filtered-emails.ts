import {
  emailsPerPage,
  listFilteredEmails,
  type FilteredEmail,
} from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import {
  infiniteQueryOptions,
  useSuspenseInfiniteQuery,
  type InfiniteData,
} from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { toListPollMs } from '../../lib/lists/list-polling.ts'
import type { ListFilters } from '../../lib/lists/list-filters.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { toMore } from '../../lib/lists/load-more.ts'

const noPage: DecisionId | undefined = undefined

function filteredEmails({ search, accountId }: ListFilters) {
  const input = { search: search || undefined, accountId: accountId ?? undefined }
  return infiniteQueryOptions({
    queryKey: [listFilteredEmails.path, input, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listFilteredEmails, { ...input, before: pageParam }, signal),
    initialPageParam: noPage as DecisionId | undefined,
    getNextPageParam: (page) => (page.length < emailsPerPage ? undefined : page.at(-1)?.id),
  })
}

export async function loadFilteredEmails(filters: ListFilters): Promise<void> {
  await queryClient.ensureInfiniteQueryData(filteredEmails(filters))
}

/** The emails that match the filters, as far as they are loaded. */
export function useFilteredEmails(filters: ListFilters, isScanning: boolean) {
  const list = useSuspenseInfiniteQuery({
    ...filteredEmails(filters),
    refetchInterval: ({ state }) => toListPollMs(isScanning, state.data?.pages.length ?? 0),
  })
  return { emails: list.data.pages.flat(), more: toMore(list), asOf: new Date(list.dataUpdatedAt) }
}

/** Applies a confirmed change to the given emails in every cached list. */
export function changeFilteredEmails(
  ids: readonly DecisionId[],
  change: (email: FilteredEmail) => FilteredEmail,
): void {
  const changed = new Set(ids)
  queryClient.setQueriesData<InfiniteData<FilteredEmail[]>>(
    { queryKey: [listFilteredEmails.path] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.map((email) => (changed.has(email.id) ? change(email) : email)),
        ),
      },
  )
}
