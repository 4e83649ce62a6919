import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { AlertDialog, AlertDialogCancel } from './alert-dialog.tsx'
import { Button } from './button.tsx'

/** Asks before text that nobody has saved is left, for another page of ours or for anywhere else. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: RefObject<boolean> }) {
  const blocker = useBlocker(() => isUnsaved.current)

  // The browser asks in its own words when the tab is closed, reloaded or led elsewhere.
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
      description="What you changed since the last save would be lost."
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
