import { expect, test } from 'vitest'
import { decodeTextParts } from './text-parts.ts'

const megabyte = 1024 * 1024

function toPart(mimeType: string, asked: number[] = []) {
  const read = (maxBytes: number) => {
    asked.push(maxBytes)
    return Buffer.alloc(maxBytes, 'x')
  }
  return { mimeType, charset: 'utf-8', read }
}

test('F40: a megabyte of each part is read, and two of all', () => {
  const asked: number[] = []
  const parts = Array.from({ length: 5 }, () => toPart('text/plain', asked))
  expect(decodeTextParts(parts)).toHaveLength(2)
  expect(asked).toEqual([megabyte, megabyte])
})

test('what nobody reads is not even decoded', () => {
  const asked: number[] = []
  expect(decodeTextParts([toPart('image/png', asked), toPart('text/calendar', asked)])).toEqual([])
  expect(asked).toEqual([])
})

test('F39: a hundred parts are enough', () => {
  const part = { mimeType: 'text/html', charset: 'utf-8', read: () => Buffer.from('x') }
  expect(decodeTextParts(Array.from({ length: 2_000 }, () => part))).toHaveLength(100)
})
