import { productName } from '@doorman/domain/brand'
import { Suspense, use } from 'react'
import { Link } from 'react-router'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { AccountsSkeleton } from '../../features/mailboxes/accounts-skeleton.tsx'
import { AdminApproval, adminConsent } from '../../features/mailboxes/admin-approval.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/admin-approval.ts'

export const meta = () => privateMeta('Ask your administrator')

/** Not awaited, so the explanation is shown at once. */
export function clientLoader() {
  return { failure: toFailure(queryClient.ensureQueryData(adminConsent)) }
}

/** For users whose organisation lets only administrators give apps access to mail. */
export default function AdminApprovalPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Ask your administrator"
      description={`Your organization lets only administrators approve apps that work with email, so Microsoft didn’t connect your mailbox. Ask your Microsoft administrator to approve ${productName} with the link below. Then connect your mailbox again.`}
      width="narrow"
    >
      <Suspense fallback={<AccountsSkeleton />}>
        <Approval failure={loaderData.failure} />
      </Suspense>
      <div>
        <Button asChild variant="secondary">
          <Link to={paths.accounts}>Back to Connected Accounts</Link>
        </Button>
      </div>
    </Page>
  )
}

function Approval({ failure }: { failure: Promise<unknown> }) {
  const error = use(failure)
  return error === null ? <AdminApproval /> : <LoadFailed error={error} />
}
