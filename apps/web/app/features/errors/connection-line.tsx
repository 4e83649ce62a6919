import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { isUnreachable } from '../../lib/api/call.ts'
import { refetchEverything } from '../../lib/api/query-client.ts'
import { reachability, useOnReachableAgain, useReachability } from '../../lib/api/reachability.ts'
import { text } from '../../lib/text.ts'

/** Says below the top bar that requests don’t reach us. Refetches the page’s data when they do again. */
export function ConnectionLine() {
  const state = useReachability()
  useWatchedRequests()
  useOnReachableAgain(() => void refetchEverything())

  return (
    <div
      role="status"
      className="screen-only sticky top-[calc(var(--top-line)+3.5rem)] z-20 text-center text-sm md:top-[calc(var(--top-line)+3rem)]"
    >
      {state !== 'reachable' && (
        <p className="bg-amber px-4 py-2 text-balance text-on-amber">
          <CloudOff aria-hidden className="me-2 inline size-4" />
          {state === 'offline' ? text.offline.line : text.unreachable}
        </p>
      )}
    </div>
  )
}

/** Learns from every request of the app, and from the browser, whether our server can be reached. */
function useWatchedRequests() {
  const client = useQueryClient()
  useEffect(() => {
    const check = () => void reachability.check()
    const onEvent = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated') return
      const { action } = event
      if (action.type === 'error' && isUnreachable(action.error)) check()
      else if (action.type === 'success' && !('manual' in action && action.manual))
        reachability.onAnswer()
    }
    const stops = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
      cache.subscribe(onEvent),
    )
    addEventListener('online', check)
    addEventListener('offline', check)
    if (!navigator.onLine) check()
    return () => {
      for (const stop of stops) stop()
      removeEventListener('online', check)
      removeEventListener('offline', check)
    }
  }, [client])
}
