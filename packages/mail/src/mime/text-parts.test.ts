import { expect, test } from 'vitest'
import { decodeTextParts } from './text-parts.ts'

const megabyte = 1024 * 1024

function toPart(mimeType: string, requestedBytes: number[] = []) {
  const read = (maxBytes: number) => {
    requestedBytes.push(maxBytes)
    return Buffer.alloc(maxBytes, 'x')
  }
  return { mimeType, charset: 'utf-8', read }
}

test('reads one megabyte of each part and two in all', () => {
  const requestedBytes: number[] = []
  const parts = Array.from({ length: 5 }, () => toPart('text/plain', requestedBytes))
  expect(decodeTextParts(parts)).toHaveLength(2)
  expect(requestedBytes).toEqual([megabyte, megabyte])
})

test('does not read parts of other types', () => {
  const requestedBytes: number[] = []
  expect(
    decodeTextParts([toPart('image/png', requestedBytes), toPart('text/calendar', requestedBytes)]),
  ).toEqual([])
  expect(requestedBytes).toEqual([])
})

test('reads at most a hundred parts', () => {
  const part = { mimeType: 'text/html', charset: 'utf-8', read: () => Buffer.from('x') }
  expect(decodeTextParts(Array.from({ length: 2_000 }, () => part))).toHaveLength(100)
})
