import { productName } from '@doorman/domain/brand'
import { Suspense, use } from 'react'
import { ActivityScreen } from '../../features/activity/activity-screen.tsx'
import { loadActivityDays } from '../../features/activity/activity.ts'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { toListFilters } from '../../lib/lists/list-filters.ts'
import { loadAccounts } from '../../lib/mailboxes/connected-accounts.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import { ListSkeleton } from '../../ui/lists/list-skeleton.tsx'
import type { Route } from './+types/activity.ts'
import { MailViews } from './mail-views.tsx'

export const meta = () => privateMeta('Activity')

/** Not awaited, so the heading and the skeleton are shown at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { accountId } = toListFilters(new URL(request.url).searchParams)
  return { failure: toFailure(Promise.all([loadAccounts(), loadActivityDays(accountId)])) }
}

export default function ActivityPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Activity"
      description={`Every email ${productName} checked in the last 30 days, and what it decided.`}
      views={<MailViews />}
    >
      <Suspense fallback={<ListSkeleton label="Loading activity…" />}>
        <Activity {...loaderData} />
      </Suspense>
    </Page>
  )
}

function Activity({ failure }: Route.ComponentProps['loaderData']) {
  const error = use(failure)
  return error === null ? <ActivityScreen /> : <LoadFailed error={error} />
}
