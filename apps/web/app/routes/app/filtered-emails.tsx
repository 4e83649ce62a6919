import { productName } from '@doorman/domain/brand'
import { Suspense, use } from 'react'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { FilteredEmailList } from '../../features/filtered-emails/filtered-email-list.tsx'
import { FilteredEmailsScreen } from '../../features/filtered-emails/filtered-emails-screen.tsx'
import { loadFilteredEmails } from '../../features/filtered-emails/filtered-emails.ts'
import { toListFilters } from '../../lib/lists/list-filters.ts'
import { loadAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import { ListSkeleton } from '../../ui/lists/list-skeleton.tsx'
import type { Route } from './+types/filtered-emails.ts'
import { MailViews } from './mail-views.tsx'

export const meta = () => privateMeta('Filtered Emails')

/** Not awaited, so the heading and the skeleton are shown at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = toListFilters(new URL(request.url).searchParams)
  return {
    accountsFailure: toFailure(loadAccounts()),
    listFailure: toFailure(loadFilteredEmails(filters)),
  }
}

export default function FilteredEmailsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Filtered Emails"
      description={`Everything ${productName} moved out of your inbox, or would move.`}
      views={<MailViews />}
    >
      <Suspense fallback={<ListSkeleton label="Loading your filtered emails…" />}>
        <FilteredEmails {...loaderData} />
      </Suspense>
    </Page>
  )
}

function FilteredEmails({ accountsFailure, listFailure }: Route.ComponentProps['loaderData']) {
  const accountsError = use(accountsFailure)
  const listError = use(listFailure)
  if (accountsError !== null) return <LoadFailed error={accountsError} />
  return (
    <FilteredEmailsScreen>
      {listError === null ? <FilteredEmailList /> : <LoadFailed error={listError} />}
    </FilteredEmailsScreen>
  )
}
