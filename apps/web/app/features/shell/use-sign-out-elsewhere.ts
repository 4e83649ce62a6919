import { useEffect } from 'react'
import { leave } from '../../lib/leave.ts'
import { onSignOutElsewhere } from '../../lib/other-tabs.ts'
import { paths } from '../../lib/paths.ts'
import { forgetEverything } from '../../lib/query-client.ts'

/** Whoever signs out in one tab has signed out in all of them. */
export function useSignOutElsewhere(): void {
  // Follows the other tabs of the browser.
  useEffect(
    () =>
      onSignOutElsewhere(() => {
        // Not before it is left: whoever has unsaved text here is asked, and may stay to copy it.
        addEventListener('pagehide', forgetEverything, { once: true })
        void leave(paths.login())
      }),
    [],
  )
}
