import { Suspense, use } from 'react'
import { useRouteLoaderData } from 'react-router'
import { BillingScreen } from '../../features/billing/billing-screen.tsx'
import { useUntrackedPages } from '../../features/billing/use-untracked-pages.ts'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { Page } from '../../ui/basics/page.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { Route } from './+types/billing.ts'

export const meta = () => privateMeta('Billing')

/** Not awaited, so the heading is shown at once. */
export function clientLoader() {
  return { failure: toFailure(queryClient.ensureQueryData(billingInfo)) }
}

export default function BillingPage({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  useUntrackedPages(root?.isTracked ?? false)
  return (
    <Page title="Billing" description="Your plan and payments.">
      <Suspense fallback={<Loading />}>
        <Billing failure={loaderData.failure} />
      </Suspense>
    </Page>
  )
}

function Billing({ failure }: { failure: Promise<unknown> }) {
  const error = use(failure)
  return error === null ? <BillingScreen /> : <LoadFailed error={error} />
}

function Loading() {
  return (
    <div role="status" className="delayed h-72">
      <span className="sr-only">Loading your plan…</span>
      <Skeleton />
    </div>
  )
}
