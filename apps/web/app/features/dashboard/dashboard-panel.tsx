import type { DashboardStats } from '@doorman/contract/dashboard'
import type { TimeRange } from '@doorman/domain/site/dashboard'
import { ChartCard } from './chart-card.tsx'
import { DomainsCard } from './domains-card.tsx'
import { listGridClass, summaryClass } from './layout-classes.ts'
import type { Observing } from './observing.ts'
import { hasChart } from './ranges.ts'
import { RecentCard } from './recent-card.tsx'
import { StatCards } from './stat-cards.tsx'
import { summarise } from './summary-words.ts'

export function DashboardPanel({
  range,
  stats,
  asOf,
  isScanning,
  observing,
}: {
  range: TimeRange
  stats: DashboardStats
  asOf: Date
  isScanning: boolean
  observing: Observing
}) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className={summaryClass}>{summarise(range, stats)}</p>
      <StatCards stats={stats} observing={observing} />
      {hasChart(range) && (
        <ChartCard range={range} firstDay={stats.firstDay} isScanning={isScanning} />
      )}
      <div className={listGridClass}>
        <RecentCard emails={stats.recentFiltered} asOf={asOf} />
        <DomainsCard domains={stats.filteredDomains} firstDay={stats.firstDay} />
      </div>
    </div>
  )
}
