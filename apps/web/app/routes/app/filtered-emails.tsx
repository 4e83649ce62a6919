import { productName } from '@doorman/domain/brand'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { FilteredEmailList } from '../../features/filtered-emails/filtered-email-list.tsx'
import { FilteredEmailsScreen } from '../../features/filtered-emails/filtered-emails-screen.tsx'
import { loadFilteredEmails } from '../../features/filtered-emails/filtered-emails.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { handOver } from '../../lib/first-data/hand-over.ts'
import { useFirstData, type FirstData } from '../../lib/first-data/use-first-data.ts'
import { toListFilters, useListFilters, type ListFilters } from '../../lib/lists/list-filters.ts'
import { loadAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import { ListSkeleton } from '../../ui/lists/list-skeleton.tsx'
import type { Route } from './+types/filtered-emails.ts'
import { MailViews } from './mail-views.tsx'

export const meta = () => privateMeta('Filtered Emails')

export async function loader(arrival: Route.LoaderArgs): Promise<FirstData> {
  const filters = findFilters(arrival.request)
  return { handover: await handOver(arrival, (client) => loadPage(client, filters)) }
}

/** Not awaited, so the heading and the skeleton are shown at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs): FirstData {
  return { failures: loadPage(queryClient, findFilters(request)) }
}

function findFilters({ url }: Request): ListFilters {
  return toListFilters(new URL(url).searchParams)
}

function loadPage(client: QueryClient, filters: ListFilters) {
  return Promise.all([
    toFailure(loadAccounts(client)),
    toFailure(loadFilteredEmails(client, filters)),
  ])
}

const skeleton = <ListSkeleton label="Loading your filtered emails…" />

export default function FilteredEmailsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Filtered Emails"
      description={`Everything ${productName} moved out of your inbox, or would move.`}
      views={<MailViews />}
    >
      <Suspense fallback={skeleton}>
        <FilteredEmails first={loaderData} />
      </Suspense>
    </Page>
  )
}

function FilteredEmails({ first }: { first: FirstData }) {
  const { filters } = useListFilters()
  const failures = useFirstData(first, () => loadPage(queryClient, filters))
  if (failures === null) return skeleton
  const [accountsError = null, listError = null] = failures
  if (accountsError !== null) return <LoadFailed error={accountsError} />
  return (
    <FilteredEmailsScreen>
      {listError === null ? <FilteredEmailList /> : <LoadFailed error={listError} />}
    </FilteredEmailsScreen>
  )
}
