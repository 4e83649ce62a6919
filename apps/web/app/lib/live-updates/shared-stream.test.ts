import type { LiveUpdate } from '@doorman/contract/live-updates'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamEvents } from './reconnecting-stream.ts'
import { shareStream, type Browser } from './shared-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Tab = ReturnType<ReturnType<typeof createBrowser>['openTab']>
const soon = () => vi.advanceTimersByTimeAsync(0)

/** A browser with Web Locks and broadcast channels, as far as we use them. */
function createBrowser({ hasLocks = true } = {}) {
  type Request = { lead: () => unknown; fail: (reason: unknown) => void }
  let holder: Request | null = null
  const queue: Request[] = []
  const tabs: { hear: (data: unknown) => void }[] = []

  async function grant(request: Request, done: () => void) {
    holder = request
    await request.lead()
    if (holder !== request) return
    holder = null
    done()
    const next = queue.shift()
    if (next) void grant(next, () => {})
  }

  const locks = {
    request: (_name: string, options: LockOptions, lead: () => unknown) =>
      new Promise<void>((resolve, reject) => {
        const request = { lead, fail: reject }
        if (options.steal) {
          queueMicrotask(() => {
            const old = holder
            void grant(request, resolve)
            old?.fail(new DOMException('stolen', 'AbortError'))
          })
        } else if (holder) {
          queue.push(request)
          options.signal?.addEventListener('abort', () => {
            if (queue.includes(request)) queue.splice(queue.indexOf(request), 1)
            reject(new DOMException('aborted', 'AbortError'))
          })
        } else void grant(request, resolve)
      }),
  }

  function openTab() {
    let onVisibilityChange = () => {}
    const tab = {
      isVisible: true,
      /** A suspended tab hears nothing. */
      isSuspended: false,
      /** The events of its open stream. */
      stream: null as StreamEvents | null,
      isLive: false,
      updates: [] as LiveUpdate[],
      show(isVisible: boolean) {
        tab.isVisible = isVisible
        onVisibilityChange()
      },
      end: () => {},
      hear: (_data: unknown) => {},
    }
    const browser = {
      locks: hasLocks ? locks : undefined,
      channel: {
        postMessage(data: unknown) {
          for (const other of tabs) if (other !== tab) other.hear(data)
        },
        addEventListener(_type: string, listener: (event: { data: unknown }) => void) {
          tab.hear = (data) => {
            if (!tab.isSuspended) listener({ data })
          }
        },
        close: () => (tab.hear = () => {}),
      },
      isVisible: () => tab.isVisible,
      onVisibilityChange(callBack: () => void) {
        onVisibilityChange = callBack
        return () => (onVisibilityChange = () => {})
      },
      openStream(events: StreamEvents) {
        tab.stream = events
        return () => (tab.stream = null)
      },
    }
    tabs.push(tab)
    // Safe: it has what `shareStream` calls.
    tab.end = shareStream(browser as unknown as Browser, 'lock', {
      onOpenChange: (isOpen) => (tab.isLive = isOpen),
      onUpdate: (update) => tab.updates.push(update),
    })
    return tab
  }
  return { openTab }
}

const streamsOf = (...tabs: Tab[]) => tabs.map(({ stream }) => stream !== null)

test('one tab opens the stream, and all tabs get its events', async () => {
  const { openTab } = createBrowser()
  const [one, other] = [openTab(), openTab()]
  await soon()
  expect(streamsOf(one, other)).toEqual([true, false])
  one.stream?.onOpenChange(true)
  one.stream?.onUpdate('emails')
  expect([one.isLive, other.isLive]).toEqual([true, true])
  expect([one.updates, other.updates]).toEqual([['emails'], ['emails']])
  one.stream?.onOpenChange(false)
  expect([one.isLive, other.isLive]).toEqual([false, false])
})

test('a tab that is opened later learns that the stream is open', async () => {
  const { openTab } = createBrowser()
  const one = openTab()
  await soon()
  one.stream?.onOpenChange(true)
  const other = openTab()
  await soon()
  expect(other.isLive).toBe(true)
})

test('when the first tab ends, another opens the stream', async () => {
  const { openTab } = createBrowser()
  const [one, other] = [openTab(), openTab()]
  await soon()
  one.stream?.onOpenChange(true)
  one.end()
  await soon()
  expect(streamsOf(one, other)).toEqual([false, true])
  expect(other.isLive).toBe(false)
  other.stream?.onOpenChange(true)
  expect(other.isLive).toBe(true)
})

test('a visible tab takes the stream over from a suspended one, and only from that', async () => {
  const { openTab } = createBrowser()
  const [one, other] = [openTab(), openTab()]
  await soon()
  one.stream?.onOpenChange(true)
  other.show(false)
  other.show(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(streamsOf(one, other)).toEqual([true, false])

  other.show(false)
  one.isSuspended = true
  other.show(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(streamsOf(one, other)).toEqual([false, true])
  one.isSuspended = false
  other.stream?.onOpenChange(true)
  expect([one.isLive, other.isLive]).toEqual([true, true])

  // The suspended tab waits in the queue again.
  other.end()
  await soon()
  expect(streamsOf(one, other)).toEqual([true, false])
})

test('a tab that ends while it waits for the lock never opens a stream', async () => {
  const { openTab } = createBrowser()
  const [one, other] = [openTab(), openTab()]
  await soon()
  other.end()
  one.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(streamsOf(one, other)).toEqual([false, false])
})

test('a tab that ends while it takes the lock over opens no stream and gives the lock back', async () => {
  const { openTab } = createBrowser()
  const [one, other] = [openTab(), openTab()]
  await soon()
  one.isSuspended = true
  other.show(true)
  vi.advanceTimersByTime(3_000)
  other.end()
  one.isSuspended = false
  await soon()
  expect(streamsOf(one, other)).toEqual([true, false])
})

test('without Web Locks each visible tab has its own stream', async () => {
  const { openTab } = createBrowser({ hasLocks: false })
  const [one, other] = [openTab(), openTab()]
  expect(streamsOf(one, other)).toEqual([true, true])
  other.stream?.onOpenChange(true)
  other.show(false)
  expect(streamsOf(one, other)).toEqual([true, false])
  expect(other.isLive).toBe(false)
  other.show(true)
  expect(streamsOf(one, other)).toEqual([true, true])
  one.end()
  other.end()
  expect(streamsOf(one, other)).toEqual([false, false])
})
