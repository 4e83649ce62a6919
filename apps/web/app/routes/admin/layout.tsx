import { Outlet, redirect } from 'react-router'
import { currentUser } from '../../lib/current-user.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { requireAdmin } from '../../lib/sign-in-gate.ts'
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
