import { productName } from '@doorman/domain/brand'
import { Suspense, use } from 'react'
import { useRouteLoaderData } from 'react-router'
import { loadActivity } from '../../features/activity/activity.ts'
import { ActivityScreen } from '../../features/activity/activity-screen.tsx'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { loadAccounts } from '../../lib/accounts.ts'
import { toFailure } from '../../lib/failure.ts'
import { toMailFilters } from '../../lib/mail-filters.ts'
import { privateMeta } from '../../lib/page-meta.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/activity.ts'
import { MailViews } from './mail-views.tsx'

export const meta = () => privateMeta('Activity')

/** Not waited for: the heading and the places of the rows are there at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { accountId } = toMailFilters(new URL(request.url).searchParams)
  return { failure: toFailure(Promise.all([loadAccounts(), loadActivity(accountId)])) }
}

export default function ActivityPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Activity"
      description={`Everything ${productName} saw in the last 30 days, and what it made of it.`}
    >
      <MailViews />
      <Suspense fallback={<ListSkeleton label="Loading the activity…" />}>
        <Activity {...loaderData} />
      </Suspense>
    </Page>
  )
}

function Activity({ failure }: Route.ComponentProps['loaderData']) {
  const isDemo = useRouteLoaderData<typeof rootLoader>('root')?.isDemo ?? false
  const error = use(failure)
  return error === null ? <ActivityScreen isDemo={isDemo} /> : <LoadFailed error={error} />
}
