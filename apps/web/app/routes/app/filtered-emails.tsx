import { Suspense, use } from 'react'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { FilteredEmailList } from '../../features/filtered-emails/filtered-email-list.tsx'
import { loadFilteredEmails } from '../../features/filtered-emails/filtered-emails.ts'
import { FilteredEmailsScreen } from '../../features/filtered-emails/filtered-emails-screen.tsx'
import { loadAccounts } from '../../lib/accounts.ts'
import { toFailure } from '../../lib/failure.ts'
import { toMailFilters } from '../../lib/mail-filters.ts'
import { privateMeta } from '../../lib/page-meta.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/filtered-emails.ts'
import { MailViews } from './mail-views.tsx'

export const meta = () => privateMeta('Filtered Emails')

/** Not waited for: the heading and the places of the rows are there at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = toMailFilters(new URL(request.url).searchParams)
  return {
    accountsFailure: toFailure(loadAccounts()),
    listFailure: toFailure(loadFilteredEmails(filters)),
  }
}

export default function FilteredEmailsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Filtered Emails" description="Everything taken out of your inbox, newest first.">
      <MailViews />
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
      {(showHelp) =>
        listError === null ? (
          <FilteredEmailList showHelp={showHelp} />
        ) : (
          <LoadFailed error={listError} />
        )
      }
    </FilteredEmailsScreen>
  )
}
