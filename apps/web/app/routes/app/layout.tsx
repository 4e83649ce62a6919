import { productName } from '@doorman/domain/brand'
import { QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Outlet, redirectDocument, useLocation, useRouteLoaderData } from 'react-router'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { FirstScans, prepareFirstScans } from '../../features/first-scan/first-scans.tsx'
import { AppShell } from '../../features/shell/app-shell.tsx'
import { useHeadingFocus } from '../../features/shell/use-heading-focus.ts'
import { useSignOutElsewhere } from '../../features/shell/use-sign-out-elsewhere.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { lazyPart } from '../../lib/pages/lazy-part.tsx'
import { useAfterPaint } from '../../lib/pages/use-after-paint.ts'
import { paths } from '../../lib/paths.ts'
import { currentUser } from '../../lib/session/current-user.ts'
import { requireUser } from '../../lib/session/sign-in-gate.ts'
import { sendTimeZone } from '../../lib/session/time-zone.ts'
import { text } from '../../lib/text.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { Route } from './+types/layout.ts'
import { Overlays } from './overlays.tsx'

const loadParts = () => import('./after-paint.ts')
const ConnectionLine = lazyPart(async () => (await loadParts()).ConnectionLine)
const LiveUpdates = lazyPart(async () => (await loadParts()).LiveUpdates)
const Welcome = lazy(async () => ({
  default: (await import('../../features/sign-in/welcome.tsx')).Welcome,
}))

export const handle: RouteHandle = { hydration: 'now' }

export const headers = () => ({ 'cache-control': 'no-store' })

/** The sign-in check on the server: a visitor who is signed out never gets a page of the app. */
export async function loader(arrival: Route.LoaderArgs) {
  await requireUser(arrival)
  return null
}

/** How long the page waits, after the sign-in check, for the panel of a first scan. */
const maxPanelWaitMs = 2_000

/**
 * The sign-in check in the browser. Its request starts while the rest of the code still loads.
 *
 * The panel of a first scan stands above the page. If it came later it would push the page down while
 * the user reads, so the page waits for it. Most users have none: for them it is one small request,
 * made together with the sign-in check and those of the page.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { pathname, search } = new URL(request.url)
  const panel = pathname.startsWith(paths.admin) ? null : prepareFirstScans()
  const user = await queryClient.ensureQueryData(currentUser)
  if (!user) throw redirectDocument(paths.login(pathname + search))
  void sendTimeZone(user)
  if (!user.viewingAsUser) await Promise.race([panel, wait(maxPanelWaitMs)])
  return null
}
clientLoader.hydrate = true as const

/** Navigation does not check again: the first 401 reveals that the login session has ended. */
export const shouldRevalidate = () => false

export default function AppLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<HydrateFallback />}>
        <SignedInApp />
      </Suspense>
    </QueryClientProvider>
  )
}

function SignedInApp() {
  const { data: user } = useSuspenseQuery(currentUser)
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const isWelcome = useLocation().search.includes('welcome=')
  useHeadingFocus()
  const isPainted = useAfterPaint()
  useSignOutElsewhere()

  // Just signed out: the browser is loading another document.
  if (!user) return <HydrateFallback />
  return (
    <AppShell
      user={user}
      isSidebarOpen={root?.isSidebarOpen ?? true}
      notice={
        isPainted && (
          <Suspense>
            <ConnectionLine />
          </Suspense>
        )
      }
    >
      <FirstScans isViewing={user.viewingAsUser !== undefined} />
      {isPainted && (
        <Suspense>
          <LiveUpdates userId={user.id} />
        </Suspense>
      )}
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
  )
}

/** What the server sends: the shell without the user, until the browser has loaded the user. */
export function HydrateFallback() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <AppShell user={null} isSidebarOpen={root?.isSidebarOpen ?? true}>
      <Pending />
    </AppShell>
  )
}

function Pending() {
  return (
    <div className="grid justify-items-center py-24">
      <Spinner label={text.checkingSignIn} />
    </div>
  )
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
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
