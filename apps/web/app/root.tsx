import geistUrl from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import { use, type ReactNode } from 'react'
import { preload } from 'react-dom'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root.ts'
import appStylesUrl from './app-pages.css?url'
import { ErrorMessage } from './features/errors/error-message.tsx'
import { code as themeScript } from './inline-scripts/apply-stored-theme.ts?inline-script'
import { code as releaseScript } from './inline-scripts/release-scripts.ts?inline-script'
import { toHydration } from './lib/hydration/hydration.ts'
import { NonceContext } from './lib/hydration/nonce.ts'
import { useHydrated } from './lib/hydration/use-hydrated.ts'
import { isSidebarOpen } from './lib/pages/sidebar-cookie.ts'
import { useTheme } from './lib/pages/theme.ts'
import { visitContext } from './lib/session/visit-context.ts'
import publicStylesUrl from './public-pages.css?url'
import { Toaster } from './ui/overlays/toaster.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: geistUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export function loader({ request, context }: Route.LoaderArgs) {
  return {
    isDemo: context.get(visitContext).isDemo,
    asksConsent: context.get(visitContext).asksConsent,
    isTracked: context.get(visitContext).isTracked,
    origin: new URL(request.url).origin,
    isSidebarOpen: isSidebarOpen(request.headers.get('cookie')),
    year: new Date().getUTCFullYear(),
  }
}

/** The loader's values stay the same as long as a document is open. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const theme = useTheme()
  const isHydrated = useHydrated()
  const isDemo = useRouteLoaderData<typeof loader>('root')?.isDemo ?? false
  const hydration = toHydration(useMatches())
  const stylesUrl = hydration === 'now' ? appStylesUrl : publicStylesUrl
  // React moves the page's scripts to the top of the head. Nothing is painted before the styles are
  // there, so they go first.
  preload(stylesUrl, { as: 'style' })

  return (
    <html
      lang="en"
      data-theme={theme}
      data-demo={isDemo ? '' : undefined}
      data-hydrated={isHydrated ? '' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
        <Meta />
        {/* Stylesheets need no nonce. The browser hides nonces, so hydration would find a mismatch. */}
        <Links nonce="" />
        <link rel="stylesheet" href={stylesUrl} />
      </head>
      <body>
        <a
          href="#main"
          className="screen-only fixed start-4 top-2 z-50 -translate-y-20 rounded-control bg-primary px-4 py-2 text-sm font-medium text-on-primary focus:translate-y-0"
        >
          Skip to content
        </a>
        {isDemo && (
          <aside
            aria-label="Demo"
            className="screen-only sticky top-0 z-30 h-7 truncate border-b border-border bg-muted px-4 text-center text-xs leading-7 text-muted-fg"
          >
            Demo: simulated mailboxes only
          </aside>
        )}
        {children}
        {isHydrated && <Toaster />}
        {hydration === 'now' && <ScrollRestoration />}
        {hydration !== 'never' && <Scripts />}
        {hydration === 'on-demand' && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: releaseScript }}
          />
        )}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

/** For errors that no layout has caught. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" tabIndex={-1} className="flex min-h-svh flex-col">
      <ErrorMessage error={error} />
    </main>
  )
}
