import { expect, test } from 'vitest'
import { toRange } from './ranges.ts'

test.each([
  [null, 'week'],
  ['', 'week'],
  ['yesterday', 'week'],
  ['constructor', 'week'],
  ['today', 'today'],
  ['90days', '90days'],
  ['all', 'all'],
])('137: ?range=%s shows %s', (asked, range) => {
  expect(toRange(asked)).toBe(range)
})
