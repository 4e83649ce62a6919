import { expect, test } from 'vitest'
import { createSignatures } from './signatures.ts'

const signatures = createSignatures('a secret for tests with 32 or more characters')
const signature = signatures.sign('unsubscribe', 'text')

test('a signature is valid for its purpose, its text and its secret', () => {
  expect(signature).toMatch(/^[\w-]{43}$/)
  expect(signatures.isValid('unsubscribe', 'text', signature)).toBe(true)
  expect(signatures.isValid('restore', 'text', signature)).toBe(false)
  expect(signatures.isValid('unsubscribe', 'other', signature)).toBe(false)
  const other = createSignatures('another secret for tests with 32 or more')
  expect(other.isValid('unsubscribe', 'text', signature)).toBe(false)
})

test.each([
  '',
  'x',
  signature.slice(1),
  `${signature}A`,
  signature.replace(/./, (first) => (first === 'A' ? 'B' : 'A')),
  '\u0000',
  '💥'.repeat(20),
])('“%s” is not a signature', (forged) => {
  expect(signatures.isValid('unsubscribe', 'text', forged)).toBe(false)
})
