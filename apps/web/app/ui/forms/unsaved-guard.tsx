import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { AlertDialog } from '../overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../overlays/confirm-buttons.tsx'

/** Asks before unsaved changes are lost by leaving the page. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: RefObject<boolean> }) {
  const blocker = useBlocker(() => isUnsaved.current)

  // When the tab is closed, reloaded or sent to another site, the browser asks in its own words.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return (
    <AlertDialog
      title="Leave without saving?"
      description="You’ll lose the changes you made since the last save."
      isOpen={blocker.state === 'blocked'}
      onOpenChange={() => blocker.reset?.()}
    >
      <ConfirmButtons label="Leave" cancelLabel="Stay here" onConfirm={() => blocker.proceed?.()} />
    </AlertDialog>
  )
}
