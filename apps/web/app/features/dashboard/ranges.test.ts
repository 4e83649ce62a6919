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
])('?range=%s shows %s', (param, range) => {
  expect(toRange(param)).toBe(range)
})
