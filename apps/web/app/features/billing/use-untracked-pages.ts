import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { leave } from '../../lib/leave.ts'
import { paths } from '../../lib/paths.ts'

/**
 * 243: marketing tools live as long as the document they came with. So who leaves this
 * page, the only one of the app that may have them, is given another document.
 */
export function useUntrackedPages(isTracked: boolean): void {
  const { state, location } = useBlocker(
    ({ nextLocation }) => isTracked && nextLocation.pathname !== paths.billing,
  )

  // The document is the browser's.
  useEffect(() => {
    if (state === 'blocked') void leave(location.pathname + location.search + location.hash)
  }, [state, location])
}
