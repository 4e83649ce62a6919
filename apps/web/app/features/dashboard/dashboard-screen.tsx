import { timeRanges } from '@doorman/domain/site/dashboard'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs } from '../../ui/navigation/tabs.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { PanelSkeleton } from './dashboard-skeleton.tsx'
import { PlanBanner } from './plan-banner.tsx'
import { refetchDashboard, statsOf, toRefreshMs } from './queries.ts'
import { rangeTitles, toRange } from './ranges.ts'
import { StatsFailed } from './stats-failed.tsx'

/** The numbers of one time range, or `onboarding` while no mailbox is connected. */
export function DashboardScreen({
  isScanning,
  onboarding,
  children,
}: {
  /** A first scan is running, so the numbers change every few seconds. */
  isScanning: boolean
  onboarding: ReactNode
  /** Banners about the connected accounts. */
  children: ReactNode
}) {
  const [search, setSearch] = useSearchParams()
  const range = toRange(search.get('range'))
  const stats = useQuery({
    ...statsOf(range),
    refetchInterval: toRefreshMs(isScanning),
    // Keeps the plan banner, which is the same in every range, while another range loads.
    placeholderData: keepPreviousData,
  })
  useRefetchAfterScan(isScanning)

  if (stats.data?.connectedAccounts === 0) return onboarding
  return (
    <>
      {children}
      {stats.data && <PlanBanner stats={stats.data} />}
      <Tabs
        label="Time range"
        value={range}
        onChange={(chosen) =>
          setSearch({ range: chosen }, { replace: true, preventScrollReset: true })
        }
        tabs={timeRanges.map((value) => ({ value, title: rangeTitles[value], content: toPanel() }))}
      />
    </>
  )

  function toPanel() {
    if (stats.data && !stats.isPlaceholderData)
      return (
        <DashboardPanel
          range={range}
          stats={stats.data}
          asOf={new Date(stats.dataUpdatedAt)}
          isScanning={isScanning}
        />
      )
    if (stats.isError)
      return <StatsFailed isPending={stats.isFetching} onRetry={() => void stats.refetch()} />
    return <PanelSkeleton range={range} />
  }
}

/** The last messages of a scan may have been counted after the last poll, so the numbers are refetched once more. */
function useRefetchAfterScan(isScanning: boolean): void {
  useEffect(() => {
    if (isScanning) return () => void refetchDashboard()
  }, [isScanning])
}
