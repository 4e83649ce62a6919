import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import type { TimeRange } from '@doorman/domain/site/dashboard'
import type { QueryClient } from '@tanstack/react-query'
import { query } from '../../lib/api/query.ts'

const scanPollMs = 2_000
const idlePollMs = 60_000

export const statsOf = (timeRange: TimeRange) => query(loadDashboardStats, { timeRange })
export const chartOf = (timeRange: TimeRange) => query(loadDashboardChart, { timeRange })

/** Never rejects: the screen itself shows a failure. */
export function prefetchStats(client: QueryClient, range: TimeRange): Promise<void> {
  return client.prefetchQuery(statsOf(range))
}

/** How often the shown numbers are refetched. */
export function toRefreshMs(isScanning: boolean): number {
  return isScanning ? scanPollMs : idlePollMs
}
