import {
  emailsPerPage,
  filteredEmailsExportPath,
  listFilteredEmails,
  openFilteredEmailPath,
  type FilteredEmail,
} from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import {
  infiniteQueryOptions,
  queryOptions,
  useQuery,
  useSuspenseInfiniteQuery,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/api/call.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import type { ListFilters } from '../../lib/lists/list-filters.ts'
import { toListPollMs } from '../../lib/lists/list-polling.ts'
import { toMore } from '../../lib/lists/load-more.ts'
import { useIsLive } from '../../lib/live-updates/use-is-live.ts'

type Page = FilteredEmail[]

function toInput({ search, accountId, kind, since, until, certainty, state }: ListFilters) {
  return {
    search: search || undefined,
    accountId: accountId ?? undefined,
    kind: kind ?? undefined,
    since: since ?? undefined,
    until: until ?? undefined,
    certainty: certainty ?? undefined,
    state: state ?? undefined,
  }
}

function toListInput(filters: ListFilters) {
  return { ...toInput(filters), order: filters.order ?? undefined }
}

function filteredEmails(filters: ListFilters) {
  const input = toListInput(filters)
  return infiniteQueryOptions({
    queryKey: [listFilteredEmails.path, input, 'pages'],
    queryFn: ({ pageParam, signal, meta }) =>
      (meta?.call ?? call)(
        listFilteredEmails,
        { ...input, cursor: pageParam ?? undefined },
        signal,
      ),
    // `null`, because JSON has no `undefined`.
    initialPageParam: null as DecisionId | null,
    getNextPageParam: (page) => (page.length < emailsPerPage ? undefined : page.at(-1)?.id),
  })
}

/** The first page once more, for lists that are too long to be refetched whenever an email arrives. */
function firstPage(filters: ListFilters) {
  const input = toListInput(filters)
  return queryOptions({
    queryKey: [listFilteredEmails.path, input, 'first-page'],
    queryFn: ({ signal }) => call(listFilteredEmails, input, signal),
  })
}

export async function loadFilteredEmails(client: QueryClient, filters: ListFilters): Promise<void> {
  await client.ensureInfiniteQueryData(filteredEmails(filters))
}

/** The emails that match the filters, as far as they are loaded. */
export function useFilteredEmails(filters: ListFilters, isScanning: boolean) {
  const isLive = useIsLive()
  const list = useSuspenseInfiniteQuery({
    ...filteredEmails(filters),
    refetchInterval: ({ state }) => toListPollMs(isScanning, state.data?.pages.length ?? 0, isLive),
  })
  const { pages } = list.data
  const emails = useMemo(() => pages.flat(), [pages])
  const isLong = pages.length > 1
  const newest = useQuery({
    ...firstPage(filters),
    enabled: isLong,
    refetchInterval: toListPollMs(isScanning, 1, isLive),
  })
  return {
    emails,
    more: toMore(list),
    asOf: new Date(list.dataUpdatedAt),
    /** The newest emails of a long list. They are not part of `emails` yet. */
    newest: isLong && newest.data ? findOthers(newest.data, emails) : [],
  }
}

function findOthers(page: Page, emails: readonly FilteredEmail[]): Page {
  const loaded = new Set(emails.map(({ id }) => id))
  return page.filter(({ id }) => !loaded.has(id))
}

/** Starts a long list again with its newest page. */
export async function startAgain(filters: ListFilters): Promise<void> {
  const { queryKey } = filteredEmails(filters)
  queryClient.setQueryData(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
  await queryClient.invalidateQueries({ queryKey })
}

/** Applies a confirmed change to the given emails in every cached list. */
export function changeFilteredEmails(
  ids: readonly DecisionId[],
  change: (email: FilteredEmail) => FilteredEmail,
): void {
  const changed = new Set(ids)
  queryClient.setQueriesData<InfiniteData<Page>>(
    {
      queryKey: [listFilteredEmails.path],
      predicate: ({ queryKey }) => queryKey[2] === 'pages',
    },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.map((email) => (changed.has(email.id) ? change(email) : email)),
        ),
      },
  )
}

/** Downloads the emails that match the filters as a CSV file. */
export function toExportPath(filters: ListFilters): string {
  const given = Object.entries(toInput(filters)).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length > 0 ? `${filteredEmailsExportPath}?${query}` : filteredEmailsExportPath
}

/** Redirects to the email at Gmail or Outlook. */
export function toMailboxPath(id: DecisionId): string {
  return openFilteredEmailPath.replace(':id', id)
}
