import type { TimeRange } from '@doorman/domain/dashboard'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChartTable } from './chart-table.tsx'
import { chartOf, toRefreshMs } from './queries.ts'

/** Its own chunk, asked for once the numbers are there. Without it, the table still tells everything. */
const FilteredChart = lazy(() =>
  import('./filtered-chart.tsx').then(
    ({ FilteredChart: chart }) => ({ default: chart }),
    () => ({ default: ChartMissing }),
  ),
)

/** So that nothing moves when the chart arrives. */
export const chartHeightClass = 'h-64'

export function ChartCard({ range, isScanning }: { range: TimeRange; isScanning: boolean }) {
  const chart = useQuery({ ...chartOf(range), refetchInterval: toRefreshMs(isScanning) })
  return (
    <Card title="Over time" description="What reached your inbox, and what was set aside.">
      <div className={chartHeightClass}>
        {chart.data ? (
          <Suspense fallback={<Waiting />}>
            <FilteredChart chart={chart.data} />
          </Suspense>
        ) : chart.isError ? (
          <div role="alert" className="grid h-full place-content-center justify-items-center gap-3">
            <p className="text-sm text-muted-fg">The chart did not come.</p>
            <Button
              variant="secondary"
              size="small"
              isPending={chart.isFetching}
              onClick={() => void chart.refetch()}
            >
              Try again
            </Button>
          </div>
        ) : (
          <Waiting />
        )}
      </div>
      <ChartTable chart={chart.data} />
    </Card>
  )
}

function Waiting() {
  return (
    <div role="status" className="patient h-full">
      <span className="sr-only">Loading the chart…</span>
      <Skeleton />
    </div>
  )
}

function ChartMissing() {
  return (
    <p className="grid h-full place-content-center text-sm text-muted-fg">
      The chart could not be drawn. The table has the same numbers.
    </p>
  )
}
