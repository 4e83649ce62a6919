import { productName } from '@doorman/domain/brand'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { FilteredEmailList } from '../../features/filtered-emails/filtered-email-list.tsx'
import { FilteredEmailsScreen } from '../../features/filtered-emails/filtered-emails-screen.tsx'
import { loadFilteredEmails } from '../../features/filtered-emails/filtered-emails.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { loadFirstData } from '../../lib/first-data/load-first-data.ts'
import { startLoading, useFirstData, type PageData } from '../../lib/first-data/use-first-data.ts'
import { toListFilters, useListFilters, type ListFilters } from '../../lib/lists/list-filters.ts'
import { loadAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import { ListSkeleton, RowsSkeleton } from '../../ui/lists/list-skeleton.tsx'
import type { Route } from './+types/filtered-emails.ts'
import { MailViews } from './mail-views.tsx'
import { PagePart } from './page-part.tsx'

export const meta = () => privateMeta('Filtered Emails')

export async function loader(arrival: Route.LoaderArgs): Promise<PageData> {
  return loadFirstData(arrival, toParts(findFilters(arrival.request)))
}

export function clientLoader({ request }: Route.ClientLoaderArgs): PageData {
  return startLoading(queryClient, toParts(findFilters(request)))
}

function findFilters({ url }: Request): ListFilters {
  return toListFilters(new URL(url).searchParams)
}

/** The accounts, for the filters, and the list. */
function toParts(filters: ListFilters) {
  return [loadAccounts, (client: QueryClient) => loadFilteredEmails(client, filters)] as const
}

const label = 'Loading your filtered emails…'
const skeleton = <ListSkeleton label={label} />

export default function FilteredEmailsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Filtered Emails"
      description={`Everything ${productName} moved out of your inbox, or would move.`}
      views={<MailViews />}
      hasBottomBar
    >
      <Suspense fallback={skeleton}>
        <FilteredEmails page={loaderData} />
      </Suspense>
    </Page>
  )
}

function FilteredEmails({ page }: { page: PageData }) {
  const { filters } = useListFilters()
  const [accounts, list] = useFirstData(page, toParts(filters))
  return (
    <PagePart state={accounts} placeholder={skeleton}>
      <FilteredEmailsScreen>
        <PagePart state={list} placeholder={<RowsSkeleton label={label} />}>
          <FilteredEmailList />
        </PagePart>
      </FilteredEmailsScreen>
    </PagePart>
  )
}
