import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRing, DecryptionError } from './key-ring.ts'

const older = { version: 1, key: randomBytes(32) }
const newer = { version: 2, key: randomBytes(32) }
const context = { table: 'grants', column: 'refresh_token', rowId: 'a' }
const ring = createKeyRing([newer, older])

test('a sealed secret opens in its own context, and every seal differs', () => {
  const sealed = ring.seal('a secret ✓', context)
  expect(ring.open(sealed, 2, context)).toBe('a secret ✓')
  expect(ring.seal('a secret ✓', context)).not.toBe(sealed)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('secret')
})

test('an older key still opens, and the newest key seals', () => {
  const sealed = createKeyRing([older]).seal('stored', context)
  expect(ring.open(sealed, 1, context)).toBe('stored')
  expect(ring.newestVersion).toBe(2)
  expect(createKeyRing([newer]).open(ring.seal('stored', context), 2, context)).toBe('stored')
})

test('a check value tells keys apart, is the same every time and does not contain the key', () => {
  expect(ring.keys.map(({ version }) => version)).toEqual([2, 1])
  const checkValue = ring.keys[0]?.checkValue ?? ''
  expect(createKeyRing([{ ...newer, version: 7 }]).keys).toEqual([{ version: 7, checkValue }])
  expect(new Set(ring.keys.map((key) => key.checkValue)).size).toBe(2)
  expect(newer.key.toString('base64url')).not.toContain(checkValue)
})

const sealed = ring.seal('stored', context)
const flip = (index: number) => {
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return bytes.toString('base64url')
}

test.each([
  ['in another row', sealed, 2, { ...context, rowId: 'b' }],
  ['in another column', sealed, 2, { ...context, column: 'access_token' }],
  ['in another table', sealed, 2, { ...context, table: 'oauth_attempts' }],
  ['with the version of another key', sealed, 1, context],
  ['with a key that is not in the ring', sealed, 3, context],
  ['with another IV', flip(0), 2, context],
  ['with other content', flip(13), 2, context],
  ['with another tag', flip(-1 + Buffer.from(sealed, 'base64url').length), 2, context],
  ['cut short', sealed.slice(0, 20), 2, context],
  ['without its tag', sealed.slice(0, -22), 2, context],
  ['if it is empty', '', 2, context],
  ['if it is not base64', '§', 2, context],
] as const)(
  'a secret does not open %s, and the error is always the same',
  (_case, text, version, where) => {
    expect(() => ring.open(text, version, where)).toThrow(
      new DecryptionError('A secret could not be decrypted.'),
    )
  },
)
