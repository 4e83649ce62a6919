import { timeRanges } from '@doorman/domain/dashboard'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { PanelSkeleton } from './dashboard-skeleton.tsx'
import { PlanBanner } from './plan-banner.tsx'
import { refetchDashboard, statsOf, toRefreshMs } from './queries.ts'
import { rangeTitles, toRange } from './ranges.ts'
import { StatsFailed } from './stats-failed.tsx'

/** The numbers of one range at a time. While nothing is connected, `onboarding` stands in for them. */
export function DashboardScreen({
  isScanning,
  onboarding,
  children,
}: {
  /** Numbers change by the second. */
  isScanning: boolean
  onboarding: ReactNode
  /** What there is to say about the accounts. */
  children: ReactNode
}) {
  const [search, setSearch] = useSearchParams()
  const range = toRange(search.get('range'))
  const stats = useQuery({
    ...statsOf(range),
    refetchInterval: toRefreshMs(isScanning),
    // The banner is the same in every range, and stays while another one loads.
    placeholderData: keepPreviousData,
  })
  useFreshNumbersAfter(isScanning)

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

/** The last messages of a scan may have been counted after the last look. */
function useFreshNumbersAfter(isScanning: boolean): void {
  // Synchronises with the server: the end of a scan is noticed elsewhere.
  useEffect(() => {
    if (isScanning) return () => void refetchDashboard()
  }, [isScanning])
}
