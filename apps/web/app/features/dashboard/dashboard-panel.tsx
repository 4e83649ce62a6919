import type { DashboardStats } from '@doorman/contract/dashboard'
import type { TimeRange } from '@doorman/domain/site/dashboard'
import { ChartCard } from './chart-card.tsx'
import { DomainsCard } from './domains-card.tsx'
import { hasChart } from './ranges.ts'
import { RecentCard } from './recent-card.tsx'
import { StatCards } from './stat-cards.tsx'

export function DashboardPanel({
  range,
  stats,
  asOf,
  isScanning,
}: {
  range: TimeRange
  stats: DashboardStats
  asOf: Date
  isScanning: boolean
}) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <StatCards stats={stats} />
      {hasChart(range) && <ChartCard range={range} isScanning={isScanning} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RecentCard emails={stats.recentFiltered} asOf={asOf} />
        <DomainsCard domains={stats.filteredDomains} />
      </div>
    </div>
  )
}
