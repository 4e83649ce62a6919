import { Outlet, redirect } from 'react-router'
import { queryClient } from '../../lib/api/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { currentUser } from '../../lib/session/current-user.ts'
import { requireAdmin } from '../../lib/session/sign-in-gate.ts'
import type { Route } from './+types/layout.ts'

export async function loader(arrival: Route.LoaderArgs) {
  await requireAdmin(arrival)
  return null
}

export async function clientLoader() {
  const user = await queryClient.ensureQueryData(currentUser)
  if (user && !user.isAdmin) throw redirect(paths.dashboard)
  return null
}
clientLoader.hydrate = true as const

export default function AdminLayout() {
  return <Outlet />
}
