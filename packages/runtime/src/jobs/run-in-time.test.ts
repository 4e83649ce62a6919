import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runInTime } from './run-in-time.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const job = {
  id: 'job',
  queueName: 'queue',
  retryCount: 2,
  data: {},
  expireInSeconds: 120,
  heartbeatSeconds: 15,
}

function start(run: () => Promise<void>, touch = vi.fn(async () => ({}) as never)) {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  return { touch, errors, end: runInTime({ touch }, job, { run, onError }) }
}

test('a running job sends heartbeats for its attempt, and none after its end', async () => {
  const work = Promise.withResolvers<void>()
  const { touch, end } = start(() => work.promise)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(touch).toHaveBeenCalledTimes(2)
  expect(touch).toHaveBeenCalledWith('queue', job)
  work.resolve()
  expect(await end).toEqual({ outcome: undefined })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(touch).toHaveBeenCalledTimes(2)
})

test('stops waiting for a job that never ends when it expires', async () => {
  const { end } = start(() => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await end).toBe('expired')
})

test('a heartbeat that fails is reported and does not stop the job', async () => {
  const work = Promise.withResolvers<void>()
  const touch = vi.fn(() => Promise.reject(new Error('database away')))
  const { end, errors } = start(() => work.promise, touch)
  await vi.advanceTimersByTimeAsync(5_000)
  work.resolve()
  expect(await end).toEqual({ outcome: undefined })
  expect(errors).toMatchObject([{ message: 'database away' }])
})

test('an error of the run is passed on', async () => {
  const { end } = start(() => Promise.reject(new Error('broken')))
  await expect(end).rejects.toThrow('broken')
})
