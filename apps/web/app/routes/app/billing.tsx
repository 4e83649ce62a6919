import { Suspense, use } from 'react'
import { useRouteLoaderData, type ShouldRevalidateFunctionArgs } from 'react-router'
import { BillingScreen } from '../../features/billing/billing-screen.tsx'
import { BillingSkeleton } from '../../features/billing/billing-skeleton.tsx'
import { receipts } from '../../features/billing/receipts.ts'
import {
  useCheckoutReturn,
  type CheckoutState,
} from '../../features/billing/use-checkout-return.ts'
import { useUntrackedPages } from '../../features/billing/use-untracked-pages.ts'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/billing.ts'

export const meta = () => privateMeta('Billing')

/** Not awaited, so the heading is shown at once. The screen itself shows if receipts fail to load. */
export function clientLoader() {
  void queryClient.prefetchQuery(receipts)
  return { failure: toFailure(queryClient.ensureQueryData(billingInfo)) }
}

/** Clearing the query after a checkout changes nothing on the page. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}

export default function BillingPage({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  useUntrackedPages(root?.isTracked ?? false)
  const checkout = useCheckoutReturn()
  return (
    <Page title="Billing" description="Your plan and payments." width="narrow">
      <Suspense fallback={<BillingSkeleton />}>
        <Billing failure={loaderData.failure} checkout={checkout} />
      </Suspense>
    </Page>
  )
}

function Billing({ failure, checkout }: { failure: Promise<unknown>; checkout: CheckoutState }) {
  const error = use(failure)
  return error === null ? <BillingScreen checkout={checkout} /> : <LoadFailed error={error} />
}
