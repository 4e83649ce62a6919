import {
  activityPerPage,
  listActivity,
  listActivityDays,
  type ActivityDay,
  type ActivityGroup,
} from '@doorman/contract/activity'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { toListPollMs } from '../../lib/lists/list-polling.ts'
import { useIsLive } from '../../lib/live-updates/use-is-live.ts'

/** All keys begin with the path of `listActivity`, so that a refetch of it reaches the days too. */
function daysOf(accountId: MailboxId | null) {
  const input = { accountId: accountId ?? undefined }
  return queryOptions({
    queryKey: [listActivity.path, input, 'days'],
    queryFn: ({ signal }) => call(listActivityDays, input, signal),
  })
}

export async function loadActivityDays(accountId: MailboxId | null): Promise<void> {
  await queryClient.ensureQueryData(daysOf(accountId))
}

/** What was done on each day, newest first, for one account or all. */
export function useActivityDays(accountId: MailboxId | null, isScanning: boolean) {
  const isLive = useIsLive()
  const { data: days, dataUpdatedAt } = useSuspenseQuery({
    ...daysOf(accountId),
    refetchInterval: toListPollMs(isScanning, 1, isLive),
  })
  return { days, asOf: new Date(dataUpdatedAt) }
}

export type EntriesInput = {
  readonly accountId: MailboxId | null
  readonly day: ActivityDay['day']
  readonly group: ActivityGroup
  /** How many entries the list has. If this changes, the list is loaded again. */
  readonly count: number
}

const noPage: DecisionId | undefined = undefined

function entriesOf({ accountId, day, group, count }: EntriesInput) {
  const input = { accountId: accountId ?? undefined, day, group }
  return infiniteQueryOptions({
    queryKey: [listActivity.path, { ...input, count }, 'pages'],
    queryFn: ({ pageParam, signal }) => call(listActivity, { ...input, before: pageParam }, signal),
    initialPageParam: noPage as DecisionId | undefined,
    getNextPageParam: (page) => (page.length < activityPerPage ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
  })
}

/** The entries of one group on one day. They are loaded when they are shown. */
export function useEntries(input: EntriesInput) {
  return useInfiniteQuery(entriesOf(input))
}
