import { liveUpdates } from '@doorman/contract/live-updates'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openStream } from './reconnecting-stream.ts'
import { createRefetcher, refetchAffected } from './refetch-updates.ts'
import { shareStream } from './shared-stream.ts'
import { readIsLive, setIsLive } from './use-is-live.ts'

/** Catching up waits until the page has been open this long, so that it doesn't delay the first clicks. */
const catchUpDelayMs = 10_000

/** Keeps the pages of the signed-in user up to date while it is rendered. Loaded after the first paint. */
export function LiveUpdates({ userId }: { userId: string }) {
  const client = useQueryClient()
  useEffect(() => {
    const isVisible = () => document.visibilityState === 'visible'
    const refetcher = createRefetcher((updates) => refetchAffected(client, updates), isVisible)
    let timer: ReturnType<typeof setTimeout> | undefined
    /**
     * Updates may have been missed before the stream opened. But while the page is new, its data is new,
     * too, and loading all of it again would delay the user's first click.
     */
    function catchUp() {
      clearTimeout(timer)
      const waitMs = Math.max(0, catchUpDelayMs - performance.now())
      timer = setTimeout(() => refetcher.add(...liveUpdates), waitMs)
    }
    // Per user: a tab may still show a user who has signed out in another tab.
    const name = `live-updates:${userId}`
    const stop = shareStream(
      {
        locks: navigator.locks,
        channel: 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined,
        isVisible,
        onVisibilityChange: (callBack) => listen(document, 'visibilitychange', callBack),
        openStream(events) {
          const stream = openStream(events)
          const stopListening = listen(window, 'online', stream.retryNow)
          return () => {
            stopListening()
            stream.close()
          }
        },
      },
      name,
      {
        onUpdate: (update) => refetcher.add(update),
        onOpenChange(isOpen) {
          if (isOpen && !readIsLive()) catchUp()
          setIsLive(isOpen)
        },
      },
    )
    const stopListening = listen(document, 'visibilitychange', refetcher.resume)
    return () => {
      stopListening()
      stop()
      clearTimeout(timer)
      refetcher.end()
      setIsLive(false)
    }
  }, [client, userId])
  return null
}

function listen(target: EventTarget, type: string, callBack: () => void): () => void {
  target.addEventListener(type, callBack)
  return () => target.removeEventListener(type, callBack)
}
