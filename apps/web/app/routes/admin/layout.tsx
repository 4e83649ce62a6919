import { Outlet, redirect } from 'react-router'
import { SecondFactorCard } from '../../features/admin/second-factor-card.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { currentUser, useCurrentUser } from '../../lib/session/current-user.ts'
import { requireAdmin } from '../../lib/session/sign-in-gate.ts'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/layout.ts'

export async function loader(arrival: Route.LoaderArgs) {
  await requireAdmin(arrival)
  return null
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await queryClient.ensureQueryData(currentUser)
  if (user && !user.isAdmin) throw redirect(paths.dashboard)
  // Pages below load their data at the same time and are refused; this wins over their errors.
  if (user?.needsSecondFactor && new URL(request.url).pathname !== paths.admin)
    throw redirect(paths.admin)
  return null
}
clientLoader.hydrate = true as const

export default function AdminLayout() {
  const { needsSecondFactor } = useCurrentUser()
  if (!needsSecondFactor) return <Outlet />
  return (
    <Page title="Admin Panel" width="narrow">
      <SecondFactorCard />
    </Page>
  )
}
