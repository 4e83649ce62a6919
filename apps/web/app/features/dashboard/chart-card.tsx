import type { TimeRange } from '@doorman/domain/dashboard'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { chartOf, toRefreshMs } from './queries.ts'

/** A chunk of its own, asked for once the numbers are there; they do without it if it does not come. */
const ChartWithTable = lazy(() =>
  import('./chart-with-table.tsx').then(
    (chunk) => ({ default: chunk.ChartWithTable }),
    () => ({ default: ChartMissing }),
  ),
)

export function ChartCard({ range, isScanning }: { range: TimeRange; isScanning: boolean }) {
  const chart = useQuery({ ...chartOf(range), refetchInterval: toRefreshMs(isScanning) })
  return (
    <Card title="Over time" description="What reached your inbox, and what was set aside.">
      {/* Of its final size, so that nothing moves when the chart arrives. */}
      <div className="min-h-79 md:min-h-76">
        {chart.data ? (
          <Suspense fallback={<Waiting />}>
            <ChartWithTable chart={chart.data} />
          </Suspense>
        ) : chart.isError ? (
          <div
            role="alert"
            className="grid min-h-[inherit] place-content-center justify-items-center gap-3"
          >
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
    </Card>
  )
}

function Waiting() {
  return (
    <div role="status" className="patient h-76">
      <span className="sr-only">Loading the chart…</span>
      <Skeleton />
    </div>
  )
}

function ChartMissing() {
  return (
    <p className="grid min-h-[inherit] place-content-center text-sm text-muted-fg">
      The chart could not be loaded. Reload the page to try again.
    </p>
  )
}
