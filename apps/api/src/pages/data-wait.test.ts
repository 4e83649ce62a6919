import { expect, test } from 'vitest'
import { createDataWait } from './data-wait.ts'

test('after a document whose data was late, the next ones load none for ten seconds', () => {
  let now = 0
  let late = 0
  const wait = createDataWait(() => now, { countLateData: () => (late += 1) })
  expect(wait.toWaitMs()).toBe(400)
  wait.onLate()
  expect([wait.toWaitMs(), late]).toEqual([0, 1])
  now = 9_999
  expect(wait.toWaitMs()).toBe(0)
  now = 10_000
  expect(wait.toWaitMs()).toBe(400)
})
