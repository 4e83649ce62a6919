import type { Signatures } from '@doorman/services/ports/signatures'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 with the service's secret. */
export function createSignatures(secret: string): Signatures {
  const key = createSecretKey(secret, 'utf8')
  // A line break separates the parts. Purposes are names of ours and contain none.
  const compute = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest()
  return {
    sign: (purpose, text) => compute(purpose, text).toString('base64url'),
    isValid(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url')
      const expected = compute(purpose, text)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
