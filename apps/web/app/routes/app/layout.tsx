import type { CurrentUser } from '@doorman/contract/auth'
import { productName } from '@doorman/domain/brand'
import { QueryClientProvider, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Outlet, useLocation, useRouteLoaderData } from 'react-router'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { FirstScans, loadFirstScans } from '../../features/first-scan/first-scans.tsx'
import { AppShell } from '../../features/shell/app-shell.tsx'
import { useHeadingFocus } from '../../features/shell/use-heading-focus.ts'
import { useLeaveWhenOutdated } from '../../features/shell/use-leave-when-outdated.ts'
import { createDocumentClient, queryClient } from '../../lib/api/query-client.ts'
import { takeFirstData } from '../../lib/first-data/first-data.ts'
import { loadFirstData } from '../../lib/first-data/load-first-data.ts'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { lazyPart } from '../../lib/pages/lazy-part.tsx'
import { useAfterPaint } from '../../lib/pages/use-after-paint.ts'
import { paths } from '../../lib/paths.ts'
import { currentUser } from '../../lib/session/current-user.ts'
import { ReaderContext, useBrowserZone } from '../../lib/session/reader.ts'
import { setShownUser } from '../../lib/session/shown-user.ts'
import { requireUser } from '../../lib/session/sign-in-gate.ts'
import { sendTimeZone } from '../../lib/session/time-zone.ts'
import { toZoneOffsets } from '../../lib/wall-clock.ts'
import type { loader as rootLoader } from '../../root.tsx'
import type { Route } from './+types/layout.ts'
import { Overlays } from './overlays.tsx'
import { Pending } from './pending.tsx'

const loadParts = () => import('./after-paint.ts')
const ConnectionLine = lazyPart(async () => (await loadParts()).ConnectionLine)
const LiveUpdates = lazyPart(async () => (await loadParts()).LiveUpdates)
const Welcome = lazy(async () => ({
  default: (await import('../../features/sign-in/welcome.tsx')).Welcome,
}))

export const handle: RouteHandle = { hydration: 'now' }

export const headers = () => ({ 'cache-control': 'no-store' })

/**
 * The sign-in check: a visitor who is signed out never gets a page of the app. The document comes
 * with the user, and with the panel of a first scan, which is above every page except admin pages.
 */
export async function loader(arrival: Route.LoaderArgs) {
  const isAdminPage = new URL(arrival.request.url).pathname.startsWith(paths.admin)
  const [user, firstData] = await Promise.all([
    requireUser(arrival),
    loadFirstData(arrival, isAdminPage ? [] : [loadFirstScans]),
  ])
  const arrivedAt = Date.now()
  return { user, zone: toZoneOffsets(user.timeZone, arrivedAt), arrivedAt, firstData }
}

/** Navigation does not check again: the first 401 reveals that the login session has ended. */
export const shouldRevalidate = () => false

export default function AppLayout({ loaderData }: Route.ComponentProps) {
  // On the server each document gets its own cache, so users never share data.
  const [client] = useState(() =>
    import.meta.env.SSR ? createDocumentClient(refuse) : queryClient,
  )
  takeUser(client, loaderData)
  return (
    <QueryClientProvider client={client}>
      <Suspense fallback={<EmptyShell />}>
        <SignedInApp arrival={loaderData} />
      </Suspense>
    </QueryClientProvider>
  )
}

/** Only once per document: after a sign-out the document's user is out of date. */
function takeUser(client: QueryClient, { user, arrivedAt, firstData }: Arrival): void {
  if (!takeFirstData(client, firstData)) return
  client.setQueryData(currentUser.queryKey, user, { updatedAt: arrivedAt })
  if (!import.meta.env.SSR) setShownUser(user.shownUser)
}

/** Rendering makes no requests: the loaders have loaded everything. */
function refuse(): Promise<never> {
  return Promise.reject(new Error('A page is rendered without requests'))
}

type Arrival = Route.ComponentProps['loaderData']

function SignedInApp({ arrival }: { arrival: Arrival }) {
  const { data: user } = useSuspenseQuery(currentUser)
  // `null` just after a sign-out, while the browser loads another document.
  return user ? <App user={user} arrival={arrival} /> : <EmptyShell />
}

function App({ user, arrival }: { user: CurrentUser; arrival: Arrival }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const isWelcome = useLocation().search.includes('welcome=')
  useHeadingFocus()
  useLeaveWhenOutdated(user)
  const zone = useBrowserZone(arrival.zone)
  const { arrivedAt } = arrival
  const reader = useMemo(() => ({ zone, arrivedAt }), [zone, arrivedAt])
  const hasOtherZone = zone === undefined
  useEffect(() => {
    if (hasOtherZone) void sendTimeZone(user)
  }, [hasOtherZone, user])

  return (
    <ReaderContext value={reader}>
      <AppShell
        user={user}
        isSidebarOpen={root?.isSidebarOpen ?? true}
        notice={
          <AfterPaint>
            <ConnectionLine />
          </AfterPaint>
        }
      >
        <FirstScans isViewing={user.viewingAsUser !== undefined} />
        <AfterPaint>
          <LiveUpdates userId={user.id} />
        </AfterPaint>
        <Suspense fallback={<Pending />}>
          <Outlet />
        </Suspense>
        <Overlays />
        {isWelcome && (
          <Suspense>
            <Welcome />
          </Suspense>
        )}
      </AppShell>
    </ReaderContext>
  )
}

/** A separate component, so that only this part is rendered again. */
function AfterPaint({ children }: { children: ReactNode }) {
  return useAfterPaint() && <Suspense>{children}</Suspense>
}

/** The shell without a user. */
function EmptyShell() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <AppShell user={null} isSidebarOpen={root?.isSidebarOpen ?? true}>
      <Pending />
    </AppShell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-2xl px-4 py-24">
      <title>{`Error · ${productName}`}</title>
      <h1 className="sr-only">Error</h1>
      <LoadFailed error={error} />
    </main>
  )
}
