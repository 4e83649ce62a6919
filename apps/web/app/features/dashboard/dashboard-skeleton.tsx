import type { TimeRange } from '@doorman/domain/site/dashboard'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import {
  chartHeightClass,
  listGridClass,
  statGridClass,
  statHeightClass,
  summaryClass,
} from './layout-classes.ts'
import { hasChart } from './ranges.ts'

const rows = [1, 2, 3, 4, 5]
/** Heights of the chart's bars. */
const bars = ['h-[35%]', 'h-[60%]', 'h-[45%]', 'h-[80%]', 'h-[55%]', 'h-[25%]', 'h-[70%]']

/** Placeholders for the tabs and the panel below them. */
export function DashboardSkeleton({ range }: { range: TimeRange }) {
  return (
    <div>
      <div className="flex h-11 items-center gap-6 border-b border-border px-3 md:h-9">
        {rows.map((row) => (
          <Line key={row} className="w-12" />
        ))}
      </div>
      <div className="pt-5">
        <PanelSkeleton range={range} />
      </div>
    </div>
  )
}

/** The panel's shape: the same cards at the same places, with grey lines for their texts. */
export function PanelSkeleton({ range }: { range: TimeRange }) {
  return (
    <div role="status" className="delayed grid grid-cols-1 gap-5">
      <span className="sr-only">Loading your numbers…</span>
      <div className={`flex items-center ${summaryClass}`}>
        <Line className="w-full max-w-xl" />
      </div>
      <div className={statGridClass}>
        {['filtered', 'share', 'time'].map((name) => (
          <div
            key={name}
            className={`flex flex-col justify-between rounded-card border border-border bg-card p-4 md:p-5 ${statHeightClass}`}
          >
            <Line className="w-24" />
            <span className="h-7 w-16">
              <Skeleton />
            </span>
            <Line className="w-28" />
          </div>
        ))}
      </div>
      {hasChart(range) && (
        <CardShape>
          <ChartShape />
        </CardShape>
      )}
      <div className={listGridClass}>
        {['recent', 'domains'].map((name) => (
          <CardShape key={name}>
            <div className="grid gap-6 py-1">
              {rows.map((row) => (
                <div key={row} className="flex items-center justify-between gap-6">
                  <Line className="w-3/5" />
                  <Line className="w-10" />
                </div>
              ))}
            </div>
          </CardShape>
        ))}
      </div>
    </div>
  )
}

/** Bars on a line, as high as the chart with its caption and the link to the table. */
export function ChartShape() {
  return (
    <div className={`flex items-end gap-[6%] ps-10 pe-2 pb-22 ${chartHeightClass}`}>
      {bars.map((height) => (
        <span key={height} className={`grow ${height}`}>
          <Skeleton />
        </span>
      ))}
    </div>
  )
}

function CardShape({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-card border border-border bg-card p-5 md:p-6">
      <Line className="mb-6 w-32" />
      {children}
    </div>
  )
}

function Line({ className }: { className: string }) {
  return (
    <span className={`block h-3.5 ${className}`}>
      <Skeleton />
    </span>
  )
}
