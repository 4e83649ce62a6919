import { CircleAlert, X } from 'lucide-react'
import { useEffect, useState, type MouseEvent } from 'react'
import { paths } from '../../lib/paths.ts'
import { text } from '../../lib/text.ts'
import { Button } from '../../ui/basics/button.tsx'
import { describeConnectionError } from './connection-error.ts'

/** Says why a mailbox could not be connected, after the return from Google or Microsoft. */
export function ConnectionFailed({ error, isSignedIn }: { error: string; isSignedIn: boolean }) {
  const [isDismissed, setDismissed] = useState(false)

  // Synchronises with the URL: without the parameter a reload does not show the alert again.
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname + location.hash)
  }, [])

  function dismiss(event: MouseEvent) {
    event.preventDefault()
    setDismissed(true)
  }

  if (isDismissed) return null
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 pt-6 md:px-8">
      <div
        role="alert"
        className="flex items-start gap-3 rounded-card border border-danger/40 bg-danger/10 p-4 text-sm"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <div className="min-w-0 grow break-words">
          <p className="font-semibold">{text.connectionFailed.title}</p>
          <p className="mt-1 max-w-[68ch]">{describeConnectionError(error)}</p>
          {isSignedIn && (
            <p className="mt-3">
              <Button asChild variant="secondary">
                <a href={paths.accounts}>Back to Connected Accounts</a>
              </Button>
            </p>
          )}
        </div>
        {/* A form, so that it can be dismissed without scripts too. */}
        <form action={paths.home} className="-my-2 -me-2">
          <Button type="submit" variant="ghost" size="icon" aria-label="Dismiss" onClick={dismiss}>
            <X aria-hidden />
          </Button>
        </form>
      </div>
    </div>
  )
}
