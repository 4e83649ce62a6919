import { activityPerPage, listActivity } from '@doorman/contract/activity'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { infiniteQueryOptions, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { toListPollMs } from '../../lib/list-polling.ts'
import { toMore } from '../../lib/pages.ts'
import { queryClient } from '../../lib/query-client.ts'

const noPage: DecisionId | undefined = undefined

function activity(accountId: MailboxId | null) {
  const input = { accountId: accountId ?? undefined }
  return infiniteQueryOptions({
    queryKey: [listActivity.path, input, 'pages'],
    queryFn: ({ pageParam, signal }) => call(listActivity, { ...input, before: pageParam }, signal),
    initialPageParam: noPage as DecisionId | undefined,
    getNextPageParam: (page) => (page.length < activityPerPage ? undefined : page.at(-1)?.id),
  })
}

export async function loadActivity(accountId: MailboxId | null): Promise<void> {
  await queryClient.ensureInfiniteQueryData(activity(accountId))
}

/** What was decided about the mail of one account or all, as far as it has been loaded. */
export function useActivity(accountId: MailboxId | null, isScanning: boolean) {
  const list = useSuspenseInfiniteQuery({
    ...activity(accountId),
    refetchInterval: ({ state }) => toListPollMs(isScanning, state.data?.pages.length ?? 0),
  })
  return {
    entries: list.data.pages.flat(),
    more: toMore(list),
    asOf: new Date(list.dataUpdatedAt),
  }
}
