import { Suspense, use } from 'react'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { FilterSettingsScreen } from '../../features/filter-settings/filter-settings-screen.tsx'
import { FilterSettingsSkeleton } from '../../features/filter-settings/filter-settings-skeleton.tsx'
import { loadFilterSettings } from '../../features/filter-settings/queries.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/filter-settings.ts'

export const meta = () => privateMeta('Filter Settings')

/** Not awaited, so the heading and the skeleton are shown at once. */
export function clientLoader() {
  return { failure: toFailure(loadFilterSettings()) }
}

export default function FilterSettingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Filter Settings"
      description="Choose who gets through, and what everyone else hears back."
      width="narrow"
    >
      <Suspense fallback={<FilterSettingsSkeleton />}>
        <FilterSettings failure={loaderData.failure} />
      </Suspense>
    </Page>
  )
}

function FilterSettings({ failure }: { failure: Promise<unknown> }) {
  const error = use(failure)
  return error === null ? <FilterSettingsScreen /> : <LoadFailed error={error} />
}
