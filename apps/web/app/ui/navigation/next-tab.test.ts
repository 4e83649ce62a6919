import { expect, test } from 'vitest'
import { findNextTab } from './next-tab.ts'

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 4, 0],
  ['ArrowLeft', 1, 0],
  ['ArrowLeft', 0, 4],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['Tab', 1, null],
])('%s moves from tab %i of five to %s', (key, current, next) => {
  expect(findNextTab(key, current, 5)).toBe(next)
})
