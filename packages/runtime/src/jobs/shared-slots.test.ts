import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSharedSlots } from './shared-slots.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

const never = new AbortController().signal
const turn = () => new Promise((resolve) => setImmediate(resolve))
const silence = () => new Promise<void>(() => {})

test('jobs that call a service outside take one of the two slots', async () => {
  const runInSlot = createSharedSlots()
  const started: string[] = []
  const start = (name: string) => async () => {
    started.push(name)
    await silence()
  }
  for (const name of ['first', 'second']) void runInSlot('shared-outside', never, start(name))
  void runInSlot('shared', never, start('own'))
  await turn()
  expect(started.sort()).toEqual(['first', 'own'])
})

test('a job that gets no slot in time does not run, and takes none later', async () => {
  const runInSlot = createSharedSlots(1_000)
  const first = Promise.withResolvers<void>()
  const ran = runInSlot('shared-outside', never, () => first.promise)
  const second = vi.fn(async () => {})
  const late = runInSlot('shared-outside', never, second)
  await turn()
  vi.advanceTimersByTime(1_000)
  expect(await late).toBe(false)
  first.resolve()
  expect(await ran).toBe(true)
  expect(second).not.toHaveBeenCalled()
  expect(await runInSlot('shared-outside', never, second)).toBe(true)
})

test('a job that waits for the second slot in vain gives the first one back', async () => {
  const runInSlot = createSharedSlots(1_000)
  const busy = Promise.withResolvers<void>()
  for (const _slot of [1, 2]) void runInSlot('shared', never, () => busy.promise)
  const late = runInSlot('shared-outside', never, async () => {})
  await turn()
  vi.advanceTimersByTime(1_000)
  expect(await late).toBe(false)
  busy.resolve()
  await turn()
  expect(await runInSlot('shared-outside', never, async () => {})).toBe(true)
})

test('a job that runs longer than others wait is not stopped', async () => {
  const runInSlot = createSharedSlots(1_000)
  const work = Promise.withResolvers<void>()
  const ran = runInSlot('shared', never, () => work.promise)
  await turn()
  vi.advanceTimersByTime(5_000)
  work.resolve()
  expect(await ran).toBe(true)
})

test('a slot is free again after a failure', async () => {
  const runInSlot = createSharedSlots()
  const fail = () => Promise.reject(new Error('x'))
  await expect(runInSlot('shared-outside', never, fail)).rejects.toThrow('x')
  expect(await runInSlot('shared-outside', never, async () => {})).toBe(true)
})

test('a job that never ends leaves its slot when it is aborted, and only once', async () => {
  const runInSlot = createSharedSlots()
  const stop = new AbortController()
  const stuck = Promise.withResolvers<void>()
  const end = runInSlot('shared-outside', stop.signal, () => stuck.promise)
  await turn()
  stop.abort(new Error('expired'))
  const next = Promise.withResolvers<void>()
  const isNextIn = vi.fn(() => next.promise)
  const ran = runInSlot('shared-outside', never, isNextIn)
  await turn()
  expect(isNextIn).toHaveBeenCalledOnce()
  // The end of the stuck run frees nothing: its slot belongs to the next one by now.
  stuck.resolve()
  await end
  const third = vi.fn(async () => {})
  void runInSlot('shared-outside', never, third)
  await turn()
  expect(third).not.toHaveBeenCalled()
  next.resolve()
  await ran
})

test('a job that is aborted while it waits does not run', async () => {
  const runInSlot = createSharedSlots()
  const busy = Promise.withResolvers<void>()
  void runInSlot('shared-outside', never, () => busy.promise)
  const stop = new AbortController()
  const second = vi.fn(async () => {})
  const end = runInSlot('shared-outside', stop.signal, second)
  await turn()
  stop.abort(new Error('over'))
  await expect(end).rejects.toThrow('over')
  expect(second).not.toHaveBeenCalled()
})
