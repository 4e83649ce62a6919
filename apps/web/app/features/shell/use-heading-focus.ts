import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { NavigationState } from '../../lib/paths.ts'

/**
 * Moves the focus, and with it screen readers, to the new page's heading after a navigation in the
 * app. If only the address has changed, the focus stays: the user may be typing.
 */
export function useHeadingFocus(): void {
  const { pathname, state } = useLocation() as { pathname: string; state: NavigationState | null }
  const shown = useRef(pathname)

  // Otherwise the focus would stay on the clicked link.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (state?.keepsFocus) return
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname, state])
}
