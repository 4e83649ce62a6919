import { useEffect } from 'react'
import { leave } from '../../lib/session/leave.ts'
import { onSignOutElsewhere } from '../../lib/session/other-tabs.ts'
import { paths } from '../../lib/paths.ts'
import { clearUserData } from '../../lib/api/query-client.ts'

/** Signs out this tab when the user signs out in another one. */
export function useSignOutElsewhere(): void {
  useEffect(
    () =>
      onSignOutElsewhere(() => {
        // Cleared only on leaving: a user with unsaved text is asked first, and may stay to copy it.
        addEventListener('pagehide', clearUserData, { once: true })
        void leave(paths.login())
      }),
    [],
  )
}
