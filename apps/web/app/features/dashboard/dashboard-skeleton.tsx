import type { TimeRange } from '@doorman/domain/site/dashboard'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { hasChart } from './ranges.ts'
import { statGridClass, statHeightClass } from './stat-cards.tsx'

/** Placeholders for the tabs and the panel below them. */
export function DashboardSkeleton({ range }: { range: TimeRange }) {
  return (
    <div>
      <div className="h-11 border-b border-border md:h-9" />
      <div className="pt-5">
        <PanelSkeleton range={range} />
      </div>
    </div>
  )
}

export function PanelSkeleton({ range }: { range: TimeRange }) {
  return (
    <div role="status" className="delayed grid gap-6">
      <span className="sr-only">Loading your numbers…</span>
      <div className={statGridClass}>
        {['filtered', 'share', 'time'].map((name) => (
          <div key={name} className={statHeightClass}>
            <Skeleton />
          </div>
        ))}
      </div>
      {hasChart(range) && (
        <div className="h-100">
          <Skeleton />
        </div>
      )}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="h-96">
          <Skeleton />
        </div>
        <div className="h-96">
          <Skeleton />
        </div>
      </div>
    </div>
  )
}
