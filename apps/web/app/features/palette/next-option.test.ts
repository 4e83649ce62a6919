import { expect, test } from 'vitest'
import { findNextOption } from './next-option.ts'

const move = (key: string, current: number, count: number, ctrlKey = false) =>
  findNextOption({ key, ctrlKey }, current, count)

test('arrow keys wrap around, and page keys stop at the ends', () => {
  expect(move('ArrowDown', 0, 3)).toBe(1)
  expect(move('ArrowDown', 2, 3)).toBe(0)
  expect(move('ArrowUp', 0, 3)).toBe(2)
  expect(move('PageDown', 0, 30)).toBe(8)
  expect(move('PageDown', 28, 30)).toBe(29)
  expect(move('PageUp', 3, 30)).toBe(0)
})

test('Ctrl+N and Ctrl+P move like arrow keys, and N and P alone don’t', () => {
  expect(move('n', 0, 3, true)).toBe(1)
  expect(move('p', 1, 3, true)).toBe(0)
  expect(move('n', 0, 3)).toBeNull()
  expect(move('p', 1, 3)).toBeNull()
})

test('an empty list has no next option', () => {
  expect(move('ArrowDown', -1, 0)).toBeNull()
})
