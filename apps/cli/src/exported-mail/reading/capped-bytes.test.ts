import { expect, test } from 'vitest'
import { CappedBytes } from './capped-bytes.ts'

test.each([
  ['no bytes', [], '', false],
  ['fewer bytes than the limit', ['a', 'bc'], 'abc', false],
  ['as many bytes as the limit', ['abc', '', 'defgh', ''], 'abcdefgh', false],
  ['more bytes in one piece', ['abcdefghij'], 'abcdefgh', true],
  ['more bytes in many pieces', ['abc', 'def', 'ghi', 'jkl'], 'abcdefgh', true],
])('%s are collected up to the limit', (_name, pieces, collected, isOver) => {
  const bytes = new CappedBytes(8)
  for (const piece of pieces) bytes.add(Buffer.from(piece))
  expect(bytes.isOver).toBe(isOver)
  expect(bytes.take().toString()).toBe(collected)
})

test('taken bytes do not change while the next ones are collected', () => {
  const bytes = new CappedBytes(8)
  bytes.add(Buffer.from('first, too long'))
  const first = bytes.take()
  expect(bytes.isOver).toBe(false)
  bytes.add(Buffer.from('next'))
  expect(bytes.take().toString()).toBe('next')
  expect(first.toString()).toBe('first, t')
})

test('a million short lines take no more memory than their bytes', () => {
  const bytes = new CappedBytes(64 * 1024 * 1024)
  const line = Buffer.from('a\n')
  const before = process.memoryUsage().heapUsed
  for (let count = 0; count < 1_000_000; count++) bytes.add(line)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 1024 * 1024)
  expect(bytes.take()).toHaveLength(2_000_000)
})
