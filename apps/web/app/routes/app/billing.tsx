import { Suspense, use } from 'react'
import { useRouteLoaderData } from 'react-router'
import { BillingScreen } from '../../features/billing/billing-screen.tsx'
import { useUntrackedPages } from '../../features/billing/use-untracked-pages.ts'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { billingInfo } from '../../lib/billing-info.ts'
import { toFailure } from '../../lib/failure.ts'
import { privateMeta } from '../../lib/page-meta.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/billing.ts'

export const meta = () => privateMeta('Billing')

/** Not waited for: the heading is there at once. */
export function clientLoader() {
  return { failure: toFailure(queryClient.ensureQueryData(billingInfo)) }
}

export default function BillingPage({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  useUntrackedPages(root?.isTracked ?? false)
  return (
    <Page title="Billing" description="Your plan and what you pay for it.">
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
    <div role="status" className="patient h-72">
      <span className="sr-only">Loading your plan…</span>
      <Skeleton />
    </div>
  )
}
