import { activityPerPage, listActivity } from '@doorman/contract/activity'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { infiniteQueryOptions, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { toListPollMs } from '../../lib/lists/list-polling.ts'
import { toMore } from '../../lib/lists/load-more.ts'
import { queryClient } from '../../lib/api/query-client.ts'

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

/** The decisions about one account's messages, or all accounts', as far as they are loaded. */
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
