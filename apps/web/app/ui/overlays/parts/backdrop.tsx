import { useLayoutEffect } from 'react'

/**
 * Dims the page behind a dialog and locks its scrolling. Radix's own overlay would inject a style
 * element for that, which our Content-Security-Policy forbids.
 */
export function Backdrop() {
  // Synchronises with the document. The scrollbar's width stays reserved, so nothing jumps.
  useLayoutEffect(() => {
    const root = document.documentElement
    const hasScrollbar = window.innerWidth > root.clientWidth
    root.dataset['scrollLocked'] = hasScrollbar ? 'with-scrollbar' : 'plain'
    return () => {
      delete root.dataset['scrollLocked']
    }
  }, [])

  return <div className="fading fixed inset-0 z-40 bg-backdrop" />
}
