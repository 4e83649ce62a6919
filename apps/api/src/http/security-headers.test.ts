import { expect, test } from 'vitest'
import { createNonces } from './security-headers.ts'

test('every response has a nonce of its own, of 128 random bits', () => {
  const createNonce = createNonces(4)
  const nonces = Array.from({ length: 100 }, createNonce)
  expect(new Set(nonces).size).toBe(100)
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
  // No two nonces share a part, as they would if they overlapped.
  expect(new Set(nonces.map((nonce) => nonce.slice(0, 8))).size).toBe(100)
  expect(new Set(nonces.map((nonce) => nonce.slice(-10))).size).toBe(100)
})
