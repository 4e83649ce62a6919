import { Suspense, use } from 'react'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { FilterSettingsScreen } from '../../features/filter-settings/filter-settings-screen.tsx'
import { FilterSettingsSkeleton } from '../../features/filter-settings/filter-settings-skeleton.tsx'
import { loadFilterSettings } from '../../features/filter-settings/queries.ts'
import { privateMeta } from '../../lib/page-meta.ts'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/filter-settings.ts'

export const meta = () => privateMeta('Filter Settings')

/** Not waited for: the heading and the places of the cards are there at once. */
export function clientLoader() {
  return {
    failure: loadFilterSettings()
      .then(() => null)
      .catch((error: unknown) => error),
  }
}

export default function FilterSettingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Filter Settings"
      description="Who is let in, and what filtered senders are told."
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
