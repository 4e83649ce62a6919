import { useEffect, useSyncExternalStore } from 'react'
import { readToast, subscribeToToast, toast } from '../../lib/toast.ts'
import { loadParts, useParts } from './use-parts.ts'

/** Events that come before any action that opens a toast, a dialog or a menu. */
const firstSigns = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Shows the current toast. */
export function Toaster() {
  const current = useSyncExternalStore(subscribeToToast, readToast, () => null)
  const parts = useParts(current !== null)

  // Synchronises with the session storage, where the previous page may have left a toast.
  useEffect(() => toast.showWaiting(), [])

  // The parts load before the visitor has chosen anything: a failed action must be able to say so
  // even if the connection is lost by then.
  useEffect(() => {
    const waiting = new AbortController()
    const load = () => {
      waiting.abort()
      loadParts()
    }
    for (const sign of firstSigns)
      addEventListener(sign, load, { passive: true, signal: waiting.signal })
    return () => waiting.abort()
  }, [])

  if (parts) return <parts.ToastRegion current={current} />
  return <div role="region" aria-label="Notification (F8)" tabIndex={-1} />
}
