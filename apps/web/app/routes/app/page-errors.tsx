import { Outlet } from 'react-router'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/page-errors.ts'

/** Catches what a page could not load, and leaves the shell around it standing. */
export default function PageErrors() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title="Error">
      <LoadFailed error={error} />
    </Page>
  )
}
