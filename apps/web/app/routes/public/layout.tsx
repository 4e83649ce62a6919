import { productSince } from '@doorman/domain/brand'
import type { ReactNode } from 'react'
import { Outlet, useRouteLoaderData } from 'react-router'
import { ErrorMessage } from '../../features/errors/error-message.tsx'
import { PublicPage } from '../../features/public-site/public-page.tsx'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { isSignedIn } from '../../lib/session/sign-in-gate.ts'
import type { loader as rootLoader } from '../../root.tsx'
import type { Route } from './+types/layout.ts'

export const handle: RouteHandle = { hydration: 'on-demand' }

/** Only visitors without a session share pages, so the header may show who is signed in. */
export async function loader(arrival: Route.LoaderArgs) {
  return { isSignedIn: await isSignedIn(arrival) }
}

/** Links load a new document, so a visitor who signs in or out gets a new answer. A search needs none. */
export const shouldRevalidate = () => false

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame isSignedIn={loaderData.isSignedIn}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame isSignedIn={loaderData?.isSignedIn ?? false}>
      <ErrorMessage error={error} />
    </Frame>
  )
}

function Frame({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <PublicPage
      year={root?.year ?? productSince}
      isSignedIn={isSignedIn}
      asksConsent={root?.asksConsent ?? false}
    >
      {children}
    </PublicPage>
  )
}
