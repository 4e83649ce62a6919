import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const { signal } = new AbortController()

test('runs at most four calls at once, and every call in the end', async () => {
  const limit = createConcurrencyLimit(4)
  let running = 0
  let maxRunning = 0
  const work = async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await new Promise(setImmediate)
    running--
    return running
  }
  for (let round = 0; round < 2; round++) {
    const done = await Promise.all(Array.from({ length: 20 }, () => limit.run(work, signal)))
    expect(done).toHaveLength(20)
  }
  expect(maxRunning).toBe(4)
})

test('a failed call frees its slot, and a call aborted while it waits takes none', async () => {
  const limit = createConcurrencyLimit(1)
  const controller = new AbortController()
  const failing = limit.run(async () => {
    await new Promise(setImmediate)
    throw new Error('failed')
  }, signal)
  const aborted = limit.run(async () => 'never', controller.signal)
  const waiting = limit.run(async () => 'done', signal)
  controller.abort(new Error('aborted'))
  await expect(aborted).rejects.toThrow('aborted')
  await expect(failing).rejects.toThrow('failed')
  expect(await waiting).toBe('done')
})

test('a call that counts for several waits until they all fit, and the next ones wait behind it', async () => {
  const limit = createConcurrencyLimit(4)
  const started: string[] = []
  const first = Promise.withResolvers<void>()
  const run = (name: string, weight?: number) =>
    limit.run(
      async () => {
        started.push(name)
        if (name === 'first') await first.promise
      },
      signal,
      weight,
    )
  const all = [run('first'), run('all of it', 20), run('last')]
  await new Promise(setImmediate)
  expect(started).toEqual(['first'])
  first.resolve()
  await Promise.all(all)
  expect(started).toEqual(['first', 'all of it', 'last'])
})

test('after a large call is aborted while it waits, those behind it start', async () => {
  const limit = createConcurrencyLimit(2)
  const controller = new AbortController()
  const first = Promise.withResolvers<void>()
  const running = limit.run(() => first.promise, signal)
  const large = limit.run(async () => 'never', controller.signal, 2)
  const small = limit.run(async () => 'done', signal)
  controller.abort(new Error('aborted'))
  await expect(large).rejects.toThrow('aborted')
  expect(await small).toBe('done')
  first.resolve()
  await running
})
