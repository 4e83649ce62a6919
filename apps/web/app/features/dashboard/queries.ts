import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import type { TimeRange } from '@doorman/domain/dashboard'
import { query } from '../../lib/query.ts'
import { queryClient, refetch } from '../../lib/query-client.ts'

const whileScanningMs = 2_000
const quietlyMs = 60_000

export const statsOf = (timeRange: TimeRange) => query(loadDashboardStats, { timeRange })
export const chartOf = (timeRange: TimeRange) => query(loadDashboardChart, { timeRange })

/** Never fails: the screen itself says what did not come. */
export function startStats(range: TimeRange): Promise<void> {
  return queryClient.prefetchQuery(statsOf(range))
}

/** How often numbers that somebody looks at are asked for again. */
export function toRefreshMs(isScanning: boolean): number {
  return isScanning ? whileScanningMs : quietlyMs
}

export function refetchDashboard(): Promise<void> {
  return refetch(loadDashboardStats, loadDashboardChart)
}
