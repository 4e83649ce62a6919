import { productName } from '@doorman/domain/brand'
import { Suspense, use } from 'react'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { AccountsScreen } from '../../features/mailboxes/accounts-screen.tsx'
import { AccountsSkeleton } from '../../features/mailboxes/accounts-skeleton.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { billingInfo } from '../../lib/billing/billing-info.ts'
import { loadAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/accounts.ts'

export const meta = () => privateMeta('Connected Accounts')

/** Not awaited, so the heading and the skeleton are shown at once. */
export function clientLoader() {
  return {
    failure: toFailure(Promise.all([loadAccounts(), queryClient.ensureQueryData(billingInfo)])),
  }
}

export default function AccountsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Connected Accounts" description={`Mailboxes ${productName} is protecting.`}>
      <Suspense fallback={<AccountsSkeleton />}>
        <Accounts failure={loaderData.failure} />
      </Suspense>
    </Page>
  )
}

function Accounts({ failure }: { failure: Promise<unknown> }) {
  const error = use(failure)
  return error === null ? <AccountsScreen /> : <LoadFailed error={error} />
}
