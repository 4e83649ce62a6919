import { timeRanges } from '@doorman/domain/site/dashboard'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useScanEnd } from '../../lib/mailboxes/use-scan-end.ts'
import { Tabs } from '../../ui/navigation/tabs.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { PanelSkeleton } from './dashboard-skeleton.tsx'
import type { Observing } from './observing.ts'
import { PlanBanner } from './plan-banner.tsx'
import { statsOf, toRefreshMs } from './queries.ts'
import { rangeTitles, toRange } from './ranges.ts'
import { StatsFailed } from './stats-failed.tsx'

/** The numbers of one time range, or `onboarding` while no mailbox is connected. */
export function DashboardScreen({
  isScanning,
  observing,
  onboarding,
  children,
}: {
  /** A first scan is running, so the numbers change every few seconds. */
  isScanning: boolean
  observing: Observing
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
  useScanEnd(isScanning)

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
          observing={observing}
        />
      )
    if (stats.isError)
      return <StatsFailed isPending={stats.isFetching} onRetry={() => void stats.refetch()} />
    return <PanelSkeleton range={range} />
  }
}
