import { productSince } from '@doorman/domain/brand'
import { Outlet, useRouteLoaderData } from 'react-router'
import { PublicPage } from '../../features/public-site/public-page.tsx'
import type { RouteHandle } from '../../lib/hydration.ts'
import type { loader as rootLoader } from '../../root.tsx'

export const handle: RouteHandle = { hydration: 'idle' }

export default function PublicLayout() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <PublicPage year={root?.year ?? productSince}>
      <Outlet />
    </PublicPage>
  )
}
