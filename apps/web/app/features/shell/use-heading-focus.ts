import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves the focus, and with it screen readers, to the new page's heading after a navigation in the app. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  // Otherwise the focus would stay on the clicked link.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname])
}
