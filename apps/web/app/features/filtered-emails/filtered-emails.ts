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
import { call } from '../../lib/api.ts'
import { toListPollMs } from '../../lib/list-polling.ts'
import type { MailFilters } from '../../lib/mail-filters.ts'
import { queryClient } from '../../lib/query-client.ts'
import { toMore } from '../../lib/pages.ts'

const noPage: DecisionId | undefined = undefined

function filteredEmails({ search, accountId }: MailFilters) {
  const input = { search: search || undefined, accountId: accountId ?? undefined }
  return infiniteQueryOptions({
    queryKey: [listFilteredEmails.path, input, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listFilteredEmails, { ...input, before: pageParam }, signal),
    initialPageParam: noPage as DecisionId | undefined,
    getNextPageParam: (page) => (page.length < emailsPerPage ? undefined : page.at(-1)?.id),
  })
}

export async function loadFilteredEmails(filters: MailFilters): Promise<void> {
  await queryClient.ensureInfiniteQueryData(filteredEmails(filters))
}

/** What the filters let through, as far as it has been loaded. */
export function useFilteredEmails(filters: MailFilters, isScanning: boolean) {
  const list = useSuspenseInfiniteQuery({
    ...filteredEmails(filters),
    refetchInterval: ({ state }) => toListPollMs(isScanning, state.data?.pages.length ?? 0),
  })
  return { emails: list.data.pages.flat(), more: toMore(list), asOf: new Date(list.dataUpdatedAt) }
}

/** Writes what the server has said about some emails into every list that holds them. */
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
