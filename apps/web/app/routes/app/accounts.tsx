import { Suspense, use } from 'react'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { billingInfo } from '../../lib/billing-info.ts'
import { AccountsScreen } from '../../features/mailboxes/accounts-screen.tsx'
import { AccountsSkeleton } from '../../features/mailboxes/accounts-skeleton.tsx'
import { loadAccounts } from '../../lib/accounts.ts'
import { toFailure } from '../../lib/failure.ts'
import { privateMeta } from '../../lib/page-meta.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/accounts.ts'

export const meta = () => privateMeta('Connected Accounts')

/** Not waited for: the heading and the places of the cards are there at once. */
export function clientLoader() {
  return {
    failure: toFailure(Promise.all([loadAccounts(), queryClient.ensureQueryData(billingInfo)])),
  }
}

export default function AccountsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Connected Accounts" description="The mailboxes that are looked after for you.">
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
