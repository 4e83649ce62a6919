import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

/** Batches that end when the test says so. */
function openRuns() {
  const runs: { items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = []
  const give = inBatches<string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    runs.push({ items, end: resolve, fail: reject })
    return promise
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { runs, give, settle }
}

test('an item that comes alone is run at once', async () => {
  const { runs, give, settle } = openRuns()
  void give(['a'])
  await settle()
  expect(runs.map(({ items }) => items)).toEqual([['a']])
})

test('items that come while a batch runs are the next batch', async () => {
  const { runs, give, settle } = openRuns()
  void give(['a'])
  await settle()
  void give(['b'])
  void give(['c', 'd'])
  await settle()
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await settle()
  expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd']])
})

test('an item is done when its own batch is', async () => {
  const { runs, give, settle } = openRuns()
  const done: string[] = []
  void give(['a']).then(() => done.push('a'))
  await settle()
  void give(['b']).then(() => done.push('b'))
  runs[0]?.end()
  await settle()
  expect(done).toEqual(['a'])
  runs[1]?.end()
  await settle()
  expect(done).toEqual(['a', 'b'])
})

test('a batch that fails fails for all of its items, and the next one runs', async () => {
  const { runs, give, settle } = openRuns()
  const failed = [give(['a']), give(['b'])].map((one) => expect(one).rejects.toThrow('down'))
  await settle()
  const later = give(['c'])
  runs[0]?.fail(new Error('down'))
  await Promise.all(failed)
  await settle()
  runs[1]?.end()
  await later
  expect(runs.map(({ items }) => items)).toEqual([['a', 'b'], ['c']])
})
