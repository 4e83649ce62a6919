import { isTrackedPage } from '@doorman/domain/tracked-pages'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { leave } from '../../lib/leave.ts'

/**
 * 243: marketing tools live as long as the document they came with. So who leaves a
 * page that has them, for one where they may not be, is given another document.
 */
export function useUntrackedPages(isTracked: boolean): void {
  const { state, location } = useBlocker(
    ({ nextLocation }) => isTracked && !isTrackedPage(nextLocation.pathname),
  )

  // The document is the browser's.
  useEffect(() => {
    if (state === 'blocked') void leave(location.pathname + location.search + location.hash)
  }, [state, location])
}
