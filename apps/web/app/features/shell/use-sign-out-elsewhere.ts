import { useEffect } from 'react'
import { leave } from '../../lib/session/leave.ts'
import { onSignOutElsewhere, switchBackKey } from '../../lib/session/other-tabs.ts'
import { paths } from '../../lib/paths.ts'
import { clearUserData, queryClient } from '../../lib/api/query-client.ts'

/** Signs out this tab when the user signs out in another one. */
export function useSignOutElsewhere(): void {
  useEffect(
    () =>
      onSignOutElsewhere(() => {
        // Two tabs learn at once that an admin's view has ended, and tell each other. The one that
        // switches back goes to the panel, and must not be sent elsewhere meanwhile.
        if (queryClient.isMutating({ mutationKey: switchBackKey }) > 0) return
        // Cleared only on leaving: a user with unsaved text is asked first, and may stay to copy it.
        addEventListener('pagehide', clearUserData, { once: true })
        void leave(paths.login())
      }),
    [],
  )
}
