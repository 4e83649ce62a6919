import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a navigation inside the app, moves the focus (and so a screen reader) to the new heading. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  // Synchronises with the browser's focus, which stays on the link that was chosen.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname])
}
