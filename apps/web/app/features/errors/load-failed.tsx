import { productName } from '@doorman/domain/brand'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { isUserChanged, toUserMessage } from '../../lib/api/call.ts'
import { reachability, useOnReachableAgain } from '../../lib/api/reachability.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { isModuleError, mayReloadItself } from './module-error.ts'

/** Replaces a page whose data or code could not be loaded, with a button to try again. */
export function LoadFailed({ error }: { error: unknown }) {
  const { isRetrying, retry } = useRetry(error)
  return (
    <div role="alert">
      <title>{`Error · ${productName}`}</title>
      <Empty
        icon={WifiOff}
        title="We couldn’t load this page"
        action={
          <Button variant="secondary" isPending={isRetrying} onClick={() => void retry()}>
            Try again
          </Button>
        }
      >
        {toUserMessage(error) ?? 'Check your connection and try again. Nothing is lost.'}
      </Empty>
    </div>
  )
}

/** Tries again when the user asks for it, and by itself when the server can be reached again. */
function useRetry(error: unknown) {
  const { revalidate, state } = useRevalidator()
  const [isAsking, setAsking] = useState(false)
  const isModule = isModuleError(error)

  async function retry() {
    // Only a new document shows the user who is signed in now.
    if (isUserChanged(error)) return location.reload()
    if (!isModule) return revalidate()
    // The router keeps the failure, so only a new document loads the code. We ask first, because the
    // browser would replace the app by its own error page.
    setAsking(true)
    await reachability.check()
    if (reachability.read() === 'reachable') location.reload()
    else setAsking(false)
  }

  useOnReachableAgain(() => void retry())
  useEffect(() => {
    // After a deployment the code of the last version is gone. A new document has the new version.
    if (isModule && mayReloadItself(location.pathname, Date.now())) void retry()
    // oxlint-disable-next-line react/exhaustive-deps -- once per error
  }, [isModule])

  return { isRetrying: isAsking || state === 'loading', retry }
}
