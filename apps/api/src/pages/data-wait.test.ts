import { expect, test } from 'vitest'
import { createDataWait } from './data-wait.ts'

test('after two documents with late data, documents load no data for ten seconds', () => {
  let now = 0
  let lateCount = 0
  const forDocument = createDataWait(() => now, { countLateData: () => (lateCount += 1) })
  const first = forDocument()
  expect(first.waitMs).toBe(400)
  first.onLate()
  // Two late parts of one document.
  first.onLate()
  expect([forDocument().waitMs, lateCount]).toEqual([400, 1])

  forDocument().onLate()
  expect([forDocument().waitMs, lateCount]).toEqual([0, 2])
  now = 9_999
  expect(forDocument().waitMs).toBe(0)
  now = 10_000
  expect(forDocument().waitMs).toBe(400)
})

test('two late documents with more than ten seconds between them change nothing', () => {
  let now = 0
  const forDocument = createDataWait(() => now, { countLateData() {} })
  forDocument().onLate()
  now = 10_000
  forDocument().onLate()
  expect(forDocument().waitMs).toBe(400)
})
