import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../basics/button.tsx'
import { AlertDialog, AlertDialogCancel } from '../overlays/alert-dialog.tsx'

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
      <div className="flex flex-wrap justify-end gap-3">
        <AlertDialogCancel asChild>
          <Button variant="secondary">Stay here</Button>
        </AlertDialogCancel>
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </div>
    </AlertDialog>
  )
}
