import type { CurrentUser } from '@doorman/contract/auth'
import { useEffect } from 'react'
import { leave } from '../../lib/session/leave.ts'
import { onOutdated, switchBackKey } from '../../lib/session/other-tabs.ts'
import { paths } from '../../lib/paths.ts'
import { clearUserData, queryClient } from '../../lib/api/query-client.ts'

/**
 * Leaves when the user signs out in another tab, or an admin starts a view there or ends the one that
 * this tab shows.
 */
export function useLeaveWhenOutdated(user: CurrentUser): void {
  const showsView = user.viewingAsUser !== undefined || user.viewHasEnded === true
  useEffect(
    () =>
      onOutdated({ showsView }, () => {
        // Two tabs learn at once that an admin's view has ended, and tell each other. The one that
        // switches back goes to the panel: the other's message must not send it to the login page.
        if (queryClient.isMutating({ mutationKey: switchBackKey }) > 0) return
        // Cleared only on leaving: a user with unsaved text is asked first, and may stay to copy it.
        addEventListener('pagehide', clearUserData, { once: true })
        void leave(paths.login())
      }),
    [showsView],
  )
}
