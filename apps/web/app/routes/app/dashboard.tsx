import { Suspense, use } from 'react'
import { useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx'
import { DashboardSkeleton } from '../../features/dashboard/dashboard-skeleton.tsx'
import { startStats } from '../../features/dashboard/queries.ts'
import { toRange } from '../../features/dashboard/ranges.ts'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { Onboarding } from '../../features/mailboxes/onboarding.tsx'
import { ScanCard } from '../../features/mailboxes/scan-card.tsx'
import { TroubleBanner } from '../../features/mailboxes/trouble-banner.tsx'
import { loadAccounts, useAccounts } from '../../lib/accounts.ts'
import { billingInfo } from '../../lib/billing-info.ts'
import { toFailure } from '../../lib/failure.ts'
import { findScanProgress } from '../../lib/first-scan.ts'
import { privateMeta } from '../../lib/page-meta.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta = () => privateMeta('Dashboard')

/** Not waited for: the heading and the places of the numbers are there at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const range = toRange(new URL(request.url).searchParams.get('range'))
  return {
    failure: toFailure(
      Promise.all([loadAccounts(), queryClient.ensureQueryData(billingInfo), startStats(range)]),
    ),
  }
}

/** Another range is no other page: the screen asks for it by itself. */
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
    <Page title="Dashboard" description="What was kept out of your inbox, and the time it saved.">
      <Suspense fallback={<DashboardSkeleton range={toRange(search.get('range'))} />}>
        <Dashboard failure={loaderData.failure} />
      </Suspense>
    </Page>
  )
}

function Dashboard({ failure }: { failure: Promise<unknown> }) {
  const error = use(failure)
  return error === null ? <DashboardOfAccounts /> : <LoadFailed error={error} />
}

function DashboardOfAccounts() {
  const { accounts } = useAccounts()
  const isScanning = accounts.some((account) => findScanProgress(account) !== null)
  return (
    <DashboardScreen isScanning={isScanning} onboarding={<Onboarding />}>
      <TroubleBanner accounts={accounts} />
      <ScanCard accounts={accounts} />
    </DashboardScreen>
  )
}
