import { Outlet } from 'react-router'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/page-errors.ts'

/** Catches the errors of a page and keeps the shell around it. */
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
