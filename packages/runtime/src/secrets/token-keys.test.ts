import { expect, test } from 'vitest'
import { formatTokenKey, parseTokenKeys } from './token-keys.ts'

const one = { version: 1, key: Buffer.alloc(32, 1) }
const two = { version: 2, key: Buffer.alloc(32, 255) }

test('keys are parsed in their order, in base64 and base64url', () => {
  const written = `${formatTokenKey(two)}, ${formatTokenKey(one)}`
  expect(parseTokenKeys(written)).toEqual([two, one])
  expect(parseTokenKeys(`2:${two.key.toString('base64url')}`)).toEqual([two])
})

test.each([
  ['an empty text', ''],
  ['a key without version', one.key.toString('base64')],
  ['version zero', `0:${one.key.toString('base64')}`],
  ['a short key', `1:${Buffer.alloc(16).toString('base64')}`],
  ['a long key', `1:${Buffer.alloc(33).toString('base64')}`],
  ['a key that is not base64', `1:${'§'.repeat(43)}`],
  ['a repeated version', `${formatTokenKey(one)},${formatTokenKey(one)}`],
  ['a trailing comma', `${formatTokenKey(one)},`],
])('%s is rejected', (_case, text) => {
  expect(parseTokenKeys(text)).toBeNull()
})
