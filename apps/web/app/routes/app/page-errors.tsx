import { Outlet } from 'react-router'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/page-errors.ts'
import { Pending } from './pending.tsx'

/** Catches the errors of a page, and waits for its data, with the shell around it. */
export default function PageErrors() {
  return <Outlet />
}

/** In the document of a page that loads its data in the browser. */
export function HydrateFallback() {
  return <Pending />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title="Error">
      <LoadFailed error={error} />
    </Page>
  )
}
