import { productName } from '@doorman/domain/brand'
import type { TimeRange } from '@doorman/domain/site/dashboard'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx'
import { DashboardSkeleton } from '../../features/dashboard/dashboard-skeleton.tsx'
import { toObserving } from '../../features/dashboard/observing.ts'
import { chartOf, prefetchStats } from '../../features/dashboard/queries.ts'
import { hasChart, toRange } from '../../features/dashboard/ranges.ts'
import { Onboarding } from '../../features/mailboxes/onboarding.tsx'
import { ScanCard } from '../../features/mailboxes/scan-card.tsx'
import { TroubleBanner } from '../../features/mailboxes/trouble-banner.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { loadFirstData } from '../../lib/first-data/load-first-data.ts'
import { startLoading, useFirstData, type PageData } from '../../lib/first-data/use-first-data.ts'
import { loadAccounts, useAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { findScanProgress } from '../../lib/mailboxes/first-scan.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/dashboard.ts'
import { PagePart } from './page-part.tsx'

export const meta = () => privateMeta('Dashboard')

/** The server also loads the chart, which in the browser comes after the numbers. */
export async function loader(arrival: Route.LoaderArgs): Promise<PageData> {
  const range = findRange(arrival.request)
  const loadChart = async (client: QueryClient) =>
    hasChart(range) && client.prefetchQuery(chartOf(range))
  return loadFirstData(arrival, [...toParts(range), loadChart])
}

export function clientLoader({ request }: Route.ClientLoaderArgs): PageData {
  return startLoading(queryClient, toParts(findRange(request)))
}

function findRange({ url }: Request): TimeRange {
  return toRange(new URL(url).searchParams.get('range'))
}

/** The data that the screen needs, and the numbers, which decide what is shown above the tabs. */
function toParts(range: TimeRange) {
  return [
    (client: QueryClient) =>
      Promise.all([loadAccounts(client), client.ensureQueryData(billingInfo)]),
    (client: QueryClient) => prefetchStats(client, range),
  ] as const
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
        <Dashboard page={loaderData} range={range} skeleton={skeleton} />
      </Suspense>
    </Page>
  )
}

function Dashboard({
  page,
  range,
  skeleton,
}: {
  page: PageData
  range: TimeRange
  skeleton: ReactNode
}) {
  const [needed, stats] = useFirstData(page, toParts(range))
  return (
    <PagePart state={stats === 'waiting' ? stats : needed} placeholder={skeleton}>
      <LoadedDashboard />
    </PagePart>
  )
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
