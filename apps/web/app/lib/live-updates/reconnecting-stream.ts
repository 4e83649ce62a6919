import { liveUpdates, liveUpdatesPath, type LiveUpdate } from '@doorman/contract/live-updates'

/** The part of `EventSource` that we use. */
export type Stream = Pick<EventSource, 'addEventListener' | 'close'>

export type StreamEvents = {
  readonly onUpdate: (update: LiveUpdate) => void
  /** Called when the stream has opened, and when it has ended. */
  readonly onOpenChange: (isOpen: boolean) => void
}

const minDelayMs = 1_000
const maxDelayMs = 60_000
/** A stream that lived this long was healthy: the next delay is the shortest again. */
const healthyMs = 30_000

/**
 * Keeps a stream of server-sent events open: reconnects with exponential backoff and jitter. A browser
 * reconnects by itself only after network errors, and not after an answer such as 503.
 */
export function openStream(
  events: StreamEvents,
  connect: (path: string) => Stream = (path) => new EventSource(path),
): { close: () => void; retryNow: () => void } {
  let stream: Stream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function open() {
    let openedAt: number | null = null
    const current = connect(liveUpdatesPath)
    stream = current
    current.addEventListener('open', () => {
      openedAt = Date.now()
      events.onOpenChange(true)
    })
    for (const update of liveUpdates)
      current.addEventListener(update, () => events.onUpdate(update))
    current.addEventListener('error', () => {
      if (stream !== current) return
      current.close()
      stream = null
      if (openedAt !== null) events.onOpenChange(false)
      const wasHealthy = openedAt !== null && Date.now() - openedAt >= healthyMs
      timer = setTimeout(open, toDelayMs(wasHealthy ? 0 : failures))
      failures = wasHealthy ? 1 : failures + 1
    })
  }

  function close() {
    clearTimeout(timer)
    stream?.close()
    stream = null
  }

  open()
  return {
    close,
    /** The network is back. */
    retryNow() {
      if (stream) return
      close()
      open()
    },
  }
}

/** Jitter keeps browsers from reconnecting all at the same moment after a restart of the server. */
export function toDelayMs(failures: number, random = Math.random()): number {
  return Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(failures, 10)) * (0.5 + random / 2)
}
