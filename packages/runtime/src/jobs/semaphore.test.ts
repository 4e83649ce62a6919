import { expect, test } from 'vitest'
import { createSemaphore, type Semaphore } from './semaphore.ts'

const never = new AbortController().signal

/** A caller that keeps its permit until `leave` is called. */
function createCaller(semaphore: Semaphore, signal = never) {
  let release: (() => void) | undefined
  const end = semaphore.acquire(signal).then((given) => void (release = given))
  end.catch(() => {})
  return { isIn: () => release !== undefined, leave: () => release?.(), end }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('no more callers are in than there are permits, and the others follow in order', async () => {
  const semaphore = createSemaphore(2)
  const callers = [1, 2, 3, 4].map(() => createCaller(semaphore))
  const areIn = () => callers.map(({ isIn }) => isIn())
  await turn()
  expect(areIn()).toEqual([true, true, false, false])
  callers[1]?.leave()
  await turn()
  expect(areIn()).toEqual([true, true, true, false])
  callers[0]?.leave()
  await turn()
  expect(areIn()).toEqual([true, true, true, true])
})

test('a permit that is given back twice is free once', async () => {
  const semaphore = createSemaphore(1)
  const release = await semaphore.acquire(never)
  release()
  release()
  const callers = [createCaller(semaphore), createCaller(semaphore)]
  await turn()
  expect(callers.map(({ isIn }) => isIn())).toEqual([true, false])
})

test('a caller that stops waiting takes no permit from those behind it', async () => {
  const semaphore = createSemaphore(1)
  const first = createCaller(semaphore)
  const stop = new AbortController()
  const second = createCaller(semaphore, stop.signal)
  const third = createCaller(semaphore)
  await turn()
  stop.abort(new Error('stopped'))
  await expect(second.end).rejects.toThrow('stopped')
  first.leave()
  await turn()
  expect([second.isIn(), third.isIn()]).toEqual([false, true])
  third.leave()
  expect(await semaphore.acquire(never)).toBeTypeOf('function')
})

test('a caller that is stopped right after it got its permit passes it on', async () => {
  const semaphore = createSemaphore(1)
  const first = createCaller(semaphore)
  const stop = new AbortController()
  const second = createCaller(semaphore, stop.signal)
  const [third, fourth] = [createCaller(semaphore), createCaller(semaphore)]
  await turn()
  // In one turn: the second caller has the permit, but did not go on yet.
  first.leave()
  stop.abort(new Error('stopped'))
  await expect(second.end).rejects.toThrow('stopped')
  await turn()
  expect([third.isIn(), fourth.isIn()]).toEqual([true, false])
  third.leave()
  await turn()
  expect(fourth.isIn()).toBe(true)
})

test('a caller whose signal has ended does not start', async () => {
  const semaphore = createSemaphore(1)
  await expect(semaphore.acquire(AbortSignal.abort(new Error('over')))).rejects.toThrow('over')
  expect(await semaphore.acquire(never)).toBeTypeOf('function')
})
