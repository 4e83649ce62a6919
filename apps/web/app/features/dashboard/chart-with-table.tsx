import type { DashboardChart } from '@doorman/contract/dashboard'
import { ChartTable } from './chart-table.tsx'
import { FilteredChart } from './filtered-chart.tsx'

/** The content of the chunk that is loaded after the numbers. */
export function ChartWithTable({
  chart,
  firstDay,
}: {
  chart: DashboardChart
  firstDay: string | null
}) {
  return (
    <>
      <FilteredChart chart={chart} firstDay={firstDay} />
      <ChartTable chart={chart} firstDay={firstDay} />
    </>
  )
}
