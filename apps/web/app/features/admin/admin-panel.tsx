import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs } from '../../ui/navigation/tabs.tsx'
import { adminTabs, tabTitles, toAdminTab, type AdminTab } from './admin-tabs.ts'
import { PartSkeleton } from '../../ui/feedback/loaded.tsx'

/** Each tab is a file of its own: the page loads the one that is open. */
const panels: Readonly<Record<AdminTab, ReturnType<typeof lazy>>> = {
  overview: lazy(async () => ({
    default: (await import('./overview/overview-tab.tsx')).OverviewTab,
  })),
  oauth: lazy(async () => ({ default: (await import('./settings/oauth-tab.tsx')).OauthTab })),
  emails: lazy(async () => ({ default: (await import('./settings/emails-tab.tsx')).EmailsTab })),
  'auth-guide': lazy(async () => ({
    default: (await import('./settings/auth-guide-tab.tsx')).AuthGuideTab,
  })),
  tracking: lazy(async () => ({
    default: (await import('./tracking/tracking-tab.tsx')).TrackingTab,
  })),
  users: lazy(async () => ({ default: (await import('./users/users-tab.tsx')).UsersTab })),
}

export function AdminPanel() {
  const [params, setParams] = useSearchParams()
  const current = toAdminTab(params)
  const Panel = panels[current]

  // On a phone the row of tabs scrolls, and the open tab may be outside.
  useEffect(() => {
    document
      .querySelector('[role=tab][aria-selected=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])

  return (
    <Tabs
      label="Admin Panel"
      value={current}
      onChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
      tabs={adminTabs.map((tab) => ({
        value: tab,
        title: tabTitles[tab],
        content: (
          <Suspense fallback={<PartSkeleton what={tabTitles[tab]} />}>
            <Panel />
          </Suspense>
        ),
      }))}
    />
  )
}
