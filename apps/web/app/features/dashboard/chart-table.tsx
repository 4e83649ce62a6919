import type { DashboardChart } from '@doorman/contract/dashboard'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/format.ts'
import { Table } from '../../ui/basics/table.tsx'
import { toPeriodPath } from './chart-period.ts'
import { describePoint, stepTitles } from './chart-words.ts'

/** The chart's numbers as a table, also for screen readers. */
export function ChartTable({
  chart,
  firstDay,
}: {
  chart: DashboardChart
  firstDay: string | null
}) {
  return (
    <details className="group mt-4 text-sm">
      <summary className="inline-flex h-11 items-center gap-1 rounded-control text-muted-fg hover:text-fg md:h-8">
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
        Show as a table
      </summary>
      <div className="mt-2 max-h-96 overflow-y-auto">
        <Table
          caption="Emails kept and filtered over time"
          columns={[stepTitles[chart.step], 'Kept', 'Filtered']}
          rows={chart.points.toReversed().map((point) => ({
            id: point.day,
            cells: [
              describePoint(chart.step, point.day),
              formatCount(point.processed - point.filtered),
              point.filtered === 0 ? (
                '0'
              ) : (
                <Link
                  key="filtered"
                  to={toPeriodPath(chart.step, point.day, firstDay)}
                  aria-label={`${formatCount(point.filtered)} filtered, ${describePoint(chart.step, point.day)}`}
                  className="inline-block min-w-6 rounded-control underline decoration-input underline-offset-4 hover:decoration-primary"
                >
                  {formatCount(point.filtered)}
                </Link>
              ),
            ],
          }))}
        />
      </div>
    </details>
  )
}
