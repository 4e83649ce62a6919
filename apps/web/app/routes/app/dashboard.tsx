import { productName } from '@doorman/domain/brand'
import { Suspense, use } from 'react'
import { useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx'
import { DashboardSkeleton } from '../../features/dashboard/dashboard-skeleton.tsx'
import { toObserving } from '../../features/dashboard/observing.ts'
import { startStats } from '../../features/dashboard/queries.ts'
import { toRange } from '../../features/dashboard/ranges.ts'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { Onboarding } from '../../features/mailboxes/onboarding.tsx'
import { ScanCard } from '../../features/mailboxes/scan-card.tsx'
import { TroubleBanner } from '../../features/mailboxes/trouble-banner.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { loadAccounts, useAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { findScanProgress } from '../../lib/mailboxes/first-scan.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta = () => privateMeta('Dashboard')

/** Not awaited, so the heading and the skeleton are shown at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const range = toRange(new URL(request.url).searchParams.get('range'))
  return {
    failure: toFailure(
      Promise.all([loadAccounts(), queryClient.ensureQueryData(billingInfo), startStats(range)]),
    ),
  }
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
  const [search] = useSearchParams()
  return (
    <Page
      title="Dashboard"
      description={`What ${productName} kept out of your inbox, and the time it saved you.`}
    >
      <Suspense fallback={<DashboardSkeleton range={toRange(search.get('range'))} />}>
        <Dashboard failure={loaderData.failure} />
      </Suspense>
    </Page>
  )
}

function Dashboard({ failure }: { failure: Promise<unknown> }) {
  const error = use(failure)
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
