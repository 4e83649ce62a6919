import { expect, test } from 'vitest'
import { findRows, toOffsets } from './row-offsets.ts'

const offsets = toOffsets(['a', 'b', 'c', 'd'], new Map([['b', 250]]), 100)

test('a measured row has its own height, any other row the estimate', () => {
  expect(offsets).toEqual([0, 100, 350, 450, 550])
})

test.each([
  ['the top', 0, 100, 0, 1],
  ['within a tall row', 120, 300, 1, 1],
  ['the end', 400, 550, 2, 3],
  ['above the list', -500, -1, 0, 0],
  ['below the list', 900, 1_500, 3, 3],
])('findRows finds the rows in view: %s', (_, from, to, first, last) => {
  expect(findRows(offsets, from, to)).toEqual({ first, last })
})
