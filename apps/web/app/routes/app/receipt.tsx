import { useSuspenseQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Suspense, use } from 'react'
import { Link } from 'react-router'
import { BillingSkeleton } from '../../features/billing/billing-skeleton.tsx'
import { ReceiptSheet } from '../../features/billing/receipt-sheet.tsx'
import { receipts } from '../../features/billing/receipts.ts'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Page } from '../../ui/basics/page.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import type { Route } from './+types/receipt.ts'

export const meta = () => privateMeta('Receipt')

/** Not awaited, so the skeleton is shown at once. */
export function clientLoader() {
  return { failure: toFailure(queryClient.ensureQueryData(receipts)) }
}

export default function ReceiptPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <Suspense fallback={<Loading />}>
      <FoundReceipt failure={loaderData.failure} id={params.id} />
    </Suspense>
  )
}

function FoundReceipt({ failure, id }: { failure: Promise<unknown>; id: string }) {
  const error = use(failure)
  if (error !== null)
    return (
      <Page title="Receipt" width="narrow">
        <LoadFailed error={error} />
      </Page>
    )
  return <LoadedReceipt id={id} />
}

function LoadedReceipt({ id }: { id: string }) {
  const { data } = useSuspenseQuery(receipts)
  const { email } = useCurrentUser()
  const receipt = data.receipts.find((candidate) => candidate.id === id)
  // A receipt of another user is not in the list.
  if (!receipt) return <ReceiptNotFound />
  return (
    <Page title="Receipt" width="narrow">
      <ReceiptSheet receipt={receipt} sellerEmail={data.sellerEmail} buyerEmail={email} />
      <div className="screen-only flex flex-wrap gap-3">
        <Button onClick={() => print()}>Print</Button>
        <Button asChild variant="secondary">
          <Link to={paths.billing}>Back to Billing</Link>
        </Button>
      </div>
    </Page>
  )
}

function ReceiptNotFound() {
  return (
    <Page title="Page Not Found" width="narrow">
      <Empty
        icon={FileText}
        title="There’s no such receipt"
        action={
          <Button asChild variant="secondary">
            <Link to={paths.billing}>Back to Billing</Link>
          </Button>
        }
      >
        The page you are looking for does not exist or has been moved.
      </Empty>
    </Page>
  )
}

function Loading() {
  return (
    <Page title="Receipt" width="narrow">
      <BillingSkeleton />
    </Page>
  )
}
