import { minuteMs, secondMs } from '@doorman/domain/time'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openEventStream, usualStreamTimes, type StreamTimes } from './event-stream.ts'

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }),
)
afterEach(() => vi.useRealTimers())

function setUp(times: Partial<StreamTimes> = {}) {
  const isStillAllowed = vi.fn(async () => true)
  const onClose = vi.fn()
  const stream = openEventStream({
    isStillAllowed,
    onClose,
    times: { ...usualStreamTimes, ...times },
  })
  return { ...stream, isStillAllowed, onClose, read: () => String(stream.file.read() ?? '') }
}

const settle = () => new Promise(setImmediate)

test('a heartbeat is sent every 25 seconds, for 10 minutes', async () => {
  const { file, read, onClose } = setUp()
  expect(read()).toBe('retry: 2000\n:\n\n')
  await vi.advanceTimersByTimeAsync(25 * secondMs - 1)
  expect(read()).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(read()).toBe(':\n\n')
  await vi.advanceTimersByTimeAsync(10 * minuteMs)
  file.resume()
  await settle()
  expect(file.readableEnded).toBe(true)
  expect(onClose).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('events carry an empty data line, without which browsers ignore them, and each kind comes at most twice a second', async () => {
  const { send, read } = setUp()
  read()
  for (let count = 0; count < 10; count++) send('emails')
  send('accounts')
  expect(read()).toBe('event: emails\ndata:\n\nevent: accounts\ndata:\n\n')
  await vi.advanceTimersByTimeAsync(500)
  expect(read()).toBe('event: emails\ndata:\n\n')
})

test('the stream ends at the first heartbeat after its session has ended, but not in a database outage', async () => {
  const { file, isStillAllowed } = setUp()
  file.resume()
  isStillAllowed.mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(25 * secondMs)
  await settle()
  expect(file.readableEnded).toBe(false)
  isStillAllowed.mockResolvedValueOnce(false)
  await vi.advanceTimersByTimeAsync(25 * secondMs)
  await settle()
  expect(file.readableEnded).toBe(true)
})

test('a page that reads nothing is cut off before much is buffered', async () => {
  const { file, send, onClose } = setUp({ eventIntervalMs: 0, maxStreamMs: 2 ** 31 - 1 })
  for (let count = 0; count < 100_000 && !file.destroyed; count++) {
    send('emails')
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(file.destroyed).toBe(true)
  expect(file.readableLength).toBeLessThan(256 * 1024)
  await settle()
  expect(onClose).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('nothing is written after the end', async () => {
  const { file, send, end, read } = setUp()
  read()
  end()
  send('emails')
  end({ isOneTooMany: true })
  expect(read()).toBe('')
  file.resume()
  await settle()
  expect(file.readableEnded).toBe(true)
})
