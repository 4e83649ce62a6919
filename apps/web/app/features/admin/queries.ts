import { loadQueueMetrics } from '@doorman/contract/admin-queue'
import {
  loadAdminSettings,
  loadAuthGuideSettings,
  loadEmailSettings,
} from '@doorman/contract/admin-settings'
import { loadAdminTrackingCodes } from '@doorman/contract/admin-tracking'
import { loadAdminStats, listUsers } from '@doorman/contract/admin-users'
import { call } from '../../lib/api/call.ts'
import { query } from '../../lib/api/query.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { toAdminTab } from './admin-tabs.ts'
import { toUserFilters, toUsersInput, type UserFilters } from './users/user-filters.ts'

/**
 * Other admins change the same data, so a tab that is opened again reloads it, unless the page's
 * loader has just fetched it.
 */
const fresh = { staleTime: 5_000 }

export const queuePollMs = 5_000
/** A poll that hangs counts as failed, so that the page can say that the numbers are old. */
const pollTimeoutMs = 10_000

export const stats = { ...query(loadAdminStats, {}), ...fresh }
export const oauthSettings = { ...query(loadAdminSettings, {}), ...fresh }
export const emailSettings = { ...query(loadEmailSettings, {}), ...fresh }
export const authGuideSettings = { ...query(loadAuthGuideSettings, {}), ...fresh }
export const trackingCodes = { ...query(loadAdminTrackingCodes, {}), ...fresh }
export const usersOf = (filters: UserFilters) => ({
  ...query(listUsers, toUsersInput(filters)),
  ...fresh,
})
export const queueMetrics = {
  ...query(loadQueueMetrics, {}),
  ...fresh,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(loadQueueMetrics, {}, AbortSignal.any([signal, AbortSignal.timeout(pollTimeoutMs)])),
}

/** Starts the requests of a tab while its code still loads. The tab itself shows failures. */
export function prefetchTab(params: URLSearchParams): void {
  switch (toAdminTab(params)) {
    case 'overview':
      void queryClient.prefetchQuery(stats)
      return void queryClient.prefetchQuery(queueMetrics)
    case 'oauth':
      return void queryClient.prefetchQuery(oauthSettings)
    case 'emails':
      return void queryClient.prefetchQuery(emailSettings)
    case 'auth-guide':
      return void queryClient.prefetchQuery(authGuideSettings)
    case 'tracking':
      return void queryClient.prefetchQuery(trackingCodes)
    case 'users':
      void queryClient.prefetchQuery(stats)
      return void queryClient.prefetchQuery(usersOf(toUserFilters(params)))
  }
}
