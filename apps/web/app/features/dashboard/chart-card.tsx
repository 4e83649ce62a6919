import type { TimeRange } from '@doorman/domain/site/dashboard'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { ChartShape } from './dashboard-skeleton.tsx'
import { chartOf, toRefreshMs } from './queries.ts'

/** A chunk that loads after the numbers. If it fails to load, the rest of the page still works. */
const ChartWithTable = lazy(() =>
  import('./chart-with-table.tsx').then(
    (chunk) => ({ default: chunk.ChartWithTable }),
    () => ({ default: ChartMissing }),
  ),
)

export function ChartCard({
  range,
  firstDay,
  isScanning,
}: {
  range: TimeRange
  firstDay: string | null
  isScanning: boolean
}) {
  const chart = useQuery({ ...chartOf(range), refetchInterval: toRefreshMs(isScanning) })
  return (
    <Card title="Over time" description="By day of arrival. Choose a bar to see its emails.">
      {/* Reserves the chart's final height, so the layout doesn't shift when it loads. */}
      <div className="min-h-83 md:min-h-76">
        {chart.data ? (
          <Suspense fallback={<ChartSkeleton />}>
            <ChartWithTable chart={chart.data} firstDay={firstDay} />
          </Suspense>
        ) : chart.isError ? (
          <div
            role="alert"
            className="grid min-h-[inherit] place-content-center justify-items-center gap-3"
          >
            <p className="text-sm text-muted-fg">We couldn’t load the chart.</p>
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
          <ChartSkeleton />
        )}
      </div>
    </Card>
  )
}

function ChartSkeleton() {
  return (
    <div role="status" className="delayed">
      <span className="sr-only">Loading the chart…</span>
      <ChartShape />
    </div>
  )
}

function ChartMissing() {
  return (
    <p className="grid min-h-[inherit] place-content-center text-sm text-muted-fg">
      We couldn’t load the chart. Reload the page to try again.
    </p>
  )
}
