import { queryClient } from '../../lib/api/query-client.ts'
import { currentUser } from '../../lib/session/current-user.ts'

/** Whether the admin calls of this login session will be answered at all. */
export async function mayUseAdmin(): Promise<boolean> {
  const user = await queryClient.ensureQueryData(currentUser)
  return user !== null && user.isAdmin && !user.needsSecondFactor
}
