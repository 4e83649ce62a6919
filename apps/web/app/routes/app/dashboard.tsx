import { productName } from '@doorman/domain/brand'
import type { TimeRange } from '@doorman/domain/site/dashboard'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx'
import { DashboardSkeleton } from '../../features/dashboard/dashboard-skeleton.tsx'
import { toObserving } from '../../features/dashboard/observing.ts'
import { chartOf, startStats } from '../../features/dashboard/queries.ts'
import { hasChart, toRange } from '../../features/dashboard/ranges.ts'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { Onboarding } from '../../features/mailboxes/onboarding.tsx'
import { ScanCard } from '../../features/mailboxes/scan-card.tsx'
import { TroubleBanner } from '../../features/mailboxes/trouble-banner.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { handOver } from '../../lib/first-data/hand-over.ts'
import { useFirstData, type FirstData } from '../../lib/first-data/use-first-data.ts'
import { loadAccounts, useAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { findScanProgress } from '../../lib/mailboxes/first-scan.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta = () => privateMeta('Dashboard')

/** The server also loads the chart, which in the browser comes after the numbers. */
export async function loader(arrival: Route.LoaderArgs): Promise<FirstData> {
  const range = findRange(arrival.request)
  const loadChart = (client: QueryClient) =>
    hasChart(range) ? client.prefetchQuery(chartOf(range)) : null
  const handover = await handOver(arrival, async (client) => {
    const [failures] = await Promise.all([loadDashboard(client, range), loadChart(client)])
    return failures
  })
  return { handover }
}

/** Not awaited, so the heading and the skeleton are shown at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs): FirstData {
  return { failures: loadDashboard(queryClient, findRange(request)) }
}

function findRange({ url }: Request): TimeRange {
  return toRange(new URL(url).searchParams.get('range'))
}

async function loadDashboard(client: QueryClient, range: TimeRange) {
  const loading = [
    loadAccounts(client),
    client.ensureQueryData(billingInfo),
    startStats(client, range),
  ]
  return [await toFailure(Promise.all(loading))]
}

/** The screen loads the data of another range itself. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const range = toRange(useSearchParams()[0].get('range'))
  const skeleton = <DashboardSkeleton range={range} />
  return (
    <Page
      title="Dashboard"
      description={`What ${productName} kept out of your inbox, and the time it saved you.`}
    >
      <Suspense fallback={skeleton}>
        <Dashboard first={loaderData} range={range} skeleton={skeleton} />
      </Suspense>
    </Page>
  )
}

function Dashboard({
  first,
  range,
  skeleton,
}: {
  first: FirstData
  range: TimeRange
  skeleton: ReactNode
}) {
  const failures = useFirstData(first, () => loadDashboard(queryClient, range))
  if (failures === null) return skeleton
  const [error = null] = failures
  return error === null ? <LoadedDashboard /> : <LoadFailed error={error} />
}

function LoadedDashboard() {
  const { accounts } = useAccounts()
  const isScanning = accounts.some((account) => findScanProgress(account) !== null)
  return (
    <DashboardScreen
      isScanning={isScanning}
      observing={toObserving(accounts)}
      onboarding={<Onboarding />}
    >
      <TroubleBanner accounts={accounts} />
      <ScanCard accounts={accounts} />
    </DashboardScreen>
  )
}
