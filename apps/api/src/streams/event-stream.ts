import type { LiveUpdate } from '@doorman/contract/live-updates'
import { minuteMs, secondMs } from '@doorman/domain/time'
import { PassThrough, type Readable } from 'node:stream'
import { throttle } from './throttle.ts'

export type StreamTimes = {
  readonly heartbeatMs: number
  /** After this time the stream ends and the browser opens another. */
  readonly maxStreamMs: number
  /** At most one event of a kind in this time. */
  readonly eventIntervalMs: number
}
export const usualStreamTimes: StreamTimes = {
  heartbeatMs: 25 * secondMs,
  maxStreamMs: 10 * minuteMs,
  eventIntervalMs: secondMs / 2,
}

const reopenMs = 2 * secondMs
/** For a stream that a newer one replaced: two pages must not replace each other all the time. */
const reopenLaterMs = minuteMs

export type EventStream = {
  /** What the browser reads. */
  readonly file: Readable
  send(update: LiveUpdate): void
  /** Ends the stream. The browser opens another, after a minute if there were too many. */
  end(options?: { readonly isOneTooMany: boolean }): void
}

/**
 * Server-sent events to one page. Heartbeats keep proxies from closing the connection, and end the
 * stream once `isStillAllowed` says no.
 */
export function openEventStream({
  isStillAllowed,
  onClose,
  times,
}: {
  readonly isStillAllowed: () => Promise<boolean>
  readonly onClose: () => void
  readonly times: StreamTimes
}): EventStream {
  const file = new PassThrough()
  const write = (text: string) => {
    // A page that reads so slowly that the buffer is full gets no more, so that memory is bounded.
    if (!file.destroyed && !file.writableEnded && !file.write(text)) file.destroy()
  }
  const updates = {
    emails: throttle(times.eventIntervalMs, () => write('event: emails\ndata:\n\n')),
    accounts: throttle(times.eventIntervalMs, () => write('event: accounts\ndata:\n\n')),
  }
  const heartbeat = setInterval(() => {
    write(':\n\n')
    isStillAllowed().then(
      (isAllowed) => isAllowed || file.end(),
      // The database is unreachable. The next heartbeat asks again.
      () => {},
    )
  }, times.heartbeatMs)
  const lifetime = setTimeout(() => file.end(), times.maxStreamMs)
  file.once('close', () => {
    clearInterval(heartbeat)
    clearTimeout(lifetime)
    for (const { stop } of Object.values(updates)) stop()
    onClose()
  })
  write(`retry: ${reopenMs}\n:\n\n`)
  return {
    file,
    send: (update) => updates[update].ask(),
    end({ isOneTooMany } = { isOneTooMany: false }) {
      if (isOneTooMany) write(`retry: ${reopenLaterMs}\n\n`)
      file.end()
    },
  }
}
