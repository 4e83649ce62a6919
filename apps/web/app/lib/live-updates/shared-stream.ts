import { liveUpdates, type LiveUpdate } from '@doorman/contract/live-updates'
import type { StreamEvents } from './reconnecting-stream.ts'

/** What tabs say to one another. `ask`: is your stream open? */
type Note = 'ask' | 'open' | 'closed' | LiveUpdate

export type Browser = {
  /** Undefined outside a secure context. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'> | undefined
  readonly isVisible: () => boolean
  /** Returns a function that unsubscribes. */
  readonly onVisibilityChange: (callBack: () => void) => () => void
  readonly openStream: (events: StreamEvents) => () => void
}

/** A tab that holds the lock answers within this time, unless the browser has suspended it. */
const answerMs = 3_000

/**
 * One stream per browser instead of one per tab, because HTTP/1.1 allows six connections per host. The
 * tab that holds the lock opens the stream and passes its events on to the others. When it closes, the
 * browser gives the lock to the next tab in the queue. Without Web Locks each visible tab opens its own
 * stream. Returns a function that ends it.
 */
export function shareStream(browser: Browser, lockName: string, events: StreamEvents): () => void {
  return browser.locks && browser.channel
    ? shareByLock(browser, browser.locks, browser.channel, lockName, events)
    : openWhileVisible(browser, events)
}

function shareByLock(
  { isVisible, onVisibilityChange, openStream }: Browser,
  locks: NonNullable<Browser['locks']>,
  channel: NonNullable<Browser['channel']>,
  lockName: string,
  events: StreamEvents,
): () => void {
  let hasEnded = false
  let leadership: { isOpen: boolean; end: () => void } | null = null
  let place = new AbortController()
  let answer: ReturnType<typeof setTimeout> | undefined
  const tell = (note: Note) => channel.postMessage(note)

  /** Opens the stream. The promise is settled when this tab gives the lock back. */
  function lead(): Promise<void> {
    // The lock may be granted after this tab has ended. A stream that it opened then would never close.
    if (hasEnded) return Promise.resolve()
    clearTimeout(answer)
    // The last leader may have ended without telling the others.
    tell('closed')
    events.onOpenChange(false)
    return new Promise((release) => {
      const close = openStream({
        onOpenChange(isOpen) {
          mine.isOpen = isOpen
          tell(isOpen ? 'open' : 'closed')
          events.onOpenChange(isOpen)
        },
        onUpdate(update) {
          tell(update)
          events.onUpdate(update)
        },
      })
      const mine = {
        isOpen: false,
        end() {
          close()
          leadership = null
          release()
        },
      }
      leadership = mine
    })
  }

  async function queueForLock() {
    place = new AbortController()
    try {
      await locks.request(lockName, { signal: place.signal }, lead)
    } catch {
      onLockLost()
    }
  }

  /** Takes the lock from a leader that the browser has suspended, which passes no events on. */
  async function takeLock() {
    place.abort()
    try {
      await locks.request(lockName, { steal: true }, lead)
    } catch {
      onLockLost()
    }
  }

  /** Another tab has taken the lock, or this one has left the queue. */
  function onLockLost() {
    if (!leadership) return
    leadership.end()
    events.onOpenChange(false)
    if (!hasEnded) void queueForLock()
  }

  /** Asks the leader for its state. */
  function ask() {
    if (leadership || !isVisible()) return
    clearTimeout(answer)
    answer = setTimeout(() => {
      if (!leadership && isVisible()) void takeLock()
    }, answerMs)
    tell('ask')
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'ask') {
      if (leadership) tell(leadership.isOpen ? 'open' : 'closed')
      return
    }
    if (leadership) return
    clearTimeout(answer)
    const update = liveUpdates.find((name) => name === data)
    if (update) events.onUpdate(update)
    else events.onOpenChange(data === 'open')
  })

  const unsubscribe = onVisibilityChange(ask)
  void queueForLock()
  ask()
  return () => {
    hasEnded = true
    clearTimeout(answer)
    unsubscribe()
    if (leadership) {
      tell('closed')
      leadership.end()
    }
    place.abort()
    channel.close()
  }
}

function openWhileVisible(
  { isVisible, onVisibilityChange, openStream }: Browser,
  events: StreamEvents,
): () => void {
  let close: (() => void) | null = null
  function update() {
    if (isVisible()) close ??= openStream(events)
    else stop()
  }
  function stop() {
    if (!close) return
    close()
    close = null
    events.onOpenChange(false)
  }
  const unsubscribe = onVisibilityChange(update)
  update()
  return () => {
    unsubscribe()
    close?.()
  }
}
