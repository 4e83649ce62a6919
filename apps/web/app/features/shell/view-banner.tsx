import { switchBack } from '@doorman/contract/admin-users'
import {
  useMutation,
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
} from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ApiError, call, toUserMessage } from '../../lib/api/call.ts'
import { clearUserData, queryClient } from '../../lib/api/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { leave } from '../../lib/session/leave.ts'
import { announceViewEnd, switchBackKey } from '../../lib/session/other-tabs.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'

/**
 * Above every page while an admin views the app as a user. `email` is undefined once the view has
 * expired or lost its user. Then the other tabs are told before we switch back, because after that
 * the server accepts calls again.
 */
export function ViewBanner({ email }: { email: string | undefined }) {
  const back = useMutation({
    mutationKey: switchBackKey,
    mutationFn: (_why: string | null) => call(switchBack, {}),
    onSuccess: (_reply, why) => {
      if (why === null) {
        toast.done('Switched back to admin', 'You’re now viewing as yourself again.')
        announceViewEnd()
      } else toast.failed('Back to admin', why)
      // The panel is a new document: nothing that was loaded for the user stays.
      clearUserData()
      // Never settles, so the button stays disabled until the page unloads.
      return leave(paths.admin)
    },
    onError: (error) =>
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? 'Failed to switch back.'),
  })
  const { mutate } = back
  const isEnding = useRef(false)
  useEffect(() => {
    const end = (why = 'You’re no longer viewing as this user.') => {
      if (isEnding.current) return
      isEnding.current = true
      announceViewEnd()
      mutate(why)
    }
    if (email === undefined) end()
    return onViewEnded(end)
  }, [email, mutate])

  return (
    <aside
      aria-label="Admin view mode"
      className="screen-only flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-amber px-4 py-2 text-sm text-on-amber md:px-8 md:py-1.5"
    >
      <span className="flex min-w-0 items-start gap-2">
        <Eye aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          <strong className="font-semibold">Admin View Mode:</strong>{' '}
          {email === undefined ? 'Your view has ended.' : `You’re viewing as ${email}`}
        </span>
      </span>
      <Button
        variant="secondary"
        size="small"
        isPending={back.isPending}
        onClick={() => mutate(null)}
      >
        Switch Back to Admin
      </Button>
    </aside>
  )
}

/** Calls back when a call is refused because the view has ended. Returns a function that unsubscribes. */
function onViewEnded(callBack: (message: string | undefined) => void): () => void {
  const report = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'view-ended') callBack(error.userMessage)
  }
  const listen = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type === 'updated' && event.action.type === 'error') report(event.action.error)
  }
  const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()]
  const stops = caches.map((cache) => cache.subscribe(listen))
  return () => {
    for (const stop of stops) stop()
  }
}
