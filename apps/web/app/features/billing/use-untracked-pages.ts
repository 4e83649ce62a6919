import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { leave } from '../../lib/session/leave.ts'
import { paths } from '../../lib/paths.ts'

/**
 * Billing is the only page of the app that may contain marketing scripts, and scripts live as
 * long as their document. Leaving the page therefore loads a new document.
 */
export function useUntrackedPages(isTracked: boolean): void {
  const { state, location } = useBlocker(
    ({ nextLocation }) => isTracked && nextLocation.pathname !== paths.billing,
  )

  useEffect(() => {
    if (state === 'blocked') void leave(location.pathname + location.search + location.hash)
  }, [state, location])
}
