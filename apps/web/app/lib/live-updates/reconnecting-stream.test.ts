import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStream, toDelayMs, type Stream } from './reconnecting-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose streams open, fail and send updates when the test says so. */
function createServer() {
  const streams: (EventTarget & { isClosed: boolean })[] = []
  const seen: unknown[] = []
  const stream = openStream(
    {
      onOpenChange: (isOpen) => seen.push(isOpen),
      onUpdate: (update) => seen.push(update),
    },
    () => {
      const opened = Object.assign(new EventTarget(), { isClosed: false })
      streams.push(opened)
      // Safe: an `EventSource` is an event target that can be closed.
      return Object.assign(opened, { close: () => (opened.isClosed = true) }) as unknown as Stream
    },
  )
  const send = (type: string) => streams.at(-1)?.dispatchEvent(new Event(type))
  return { streams, seen, send, stream }
}

test('updates are passed on, and other events are not', () => {
  const { send, seen } = createServer()
  send('open')
  send('emails')
  send('accounts')
  send('message')
  expect(seen).toEqual([true, 'emails', 'accounts'])
})

test('a stream that ends is closed and opened again after a delay', async () => {
  const { send, seen, streams } = createServer()
  send('open')
  send('error')
  expect(seen).toEqual([true, false])
  expect(streams.map(({ isClosed }) => isClosed)).toEqual([true])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(streams).toHaveLength(2)
})

test('the delay doubles with each failure up to a minute, and jitter takes up to half of it', () => {
  expect([0, 1, 2, 10, 5000].map((failures) => toDelayMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 60_000, 60_000,
  ])
  expect(toDelayMs(2, 0)).toBe(2_000)
})

test('after refusals the next attempt waits longer, and after a healthy stream it does not', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const { send, streams } = createServer()
  for (const delayMs of [1_000, 2_000, 4_000]) {
    const before = streams.length
    send('error')
    await vi.advanceTimersByTimeAsync(delayMs - 1)
    expect(streams).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(streams).toHaveLength(before + 1)
  }
  send('open')
  await vi.advanceTimersByTimeAsync(30_000)
  send('error')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(streams).toHaveLength(5)
  vi.restoreAllMocks()
})

test('when the network is back, a waiting stream is opened at once and an open one stays', () => {
  const { send, stream, streams } = createServer()
  stream.retryNow()
  expect(streams).toHaveLength(1)
  send('error')
  stream.retryNow()
  expect(streams).toHaveLength(2)
})

test('a closed stream is not opened again', async () => {
  const { send, stream, streams } = createServer()
  send('error')
  stream.close()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(streams).toHaveLength(1)
})
