import { useLayoutEffect } from 'react'

/**
 * Dims the page behind a dialog and holds it still. Radix's own overlay would do so with a style
 * element, which our Content-Security-Policy forbids.
 */
export function Backdrop() {
  // Synchronises with the document's scrollbar: where there is one its room is kept, so nothing jumps.
  useLayoutEffect(() => {
    const root = document.documentElement
    const hasScrollbar = window.innerWidth > root.clientWidth
    root.dataset['held'] = hasScrollbar ? 'with-scrollbar' : 'plain'
    return () => {
      delete root.dataset['held']
    }
  }, [])

  return <div className="fading fixed inset-0 z-40 bg-backdrop" />
}
