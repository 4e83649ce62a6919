import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRing, SealBroken } from './key-ring.ts'

const older = { version: 1, key: randomBytes(32) }
const newer = { version: 2, key: randomBytes(32) }
const place = { table: 'grants', column: 'refresh_token', rowId: 'a' }
const ring = createKeyRing([newer, older])

test('S9: what is sealed opens in its place, and never looks the same twice', () => {
  const sealed = ring.seal('a secret ✓', place)
  expect(ring.open(sealed, 2, place)).toBe('a secret ✓')
  expect(ring.seal('a secret ✓', place)).not.toBe(sealed)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('secret')
})

test('S9: an older key still opens, and the newest one seals', () => {
  const sealed = createKeyRing([older]).seal('kept', place)
  expect(ring.open(sealed, 1, place)).toBe('kept')
  expect(ring.newestVersion).toBe(2)
  expect(createKeyRing([newer]).open(ring.seal('kept', place), 2, place)).toBe('kept')
})

const sealed = ring.seal('kept', place)
const flip = (index: number) => {
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return bytes.toString('base64url')
}

test.each([
  ['in another row', sealed, 2, { ...place, rowId: 'b' }],
  ['in another column', sealed, 2, { ...place, column: 'access_token' }],
  ['in another table', sealed, 2, { ...place, table: 'oauth_attempts' }],
  ['as if an older key had sealed it', sealed, 1, place],
  ['under a key that is not in the ring', sealed, 3, place],
  ['with another IV', flip(0), 2, place],
  ['with other content', flip(13), 2, place],
  ['with another tag', flip(-1 + Buffer.from(sealed, 'base64url').length), 2, place],
  ['cut short', sealed.slice(0, 20), 2, place],
  ['without its tag', sealed.slice(0, -22), 2, place],
  ['when it is nothing', '', 2, place],
  ['when it is nonsense', '§', 2, place],
] as const)('S9: nothing opens %s, and all failures look alike', (_case, text, version, where) => {
  expect(() => ring.open(text, version, where)).toThrow(
    new SealBroken('A secret could not be opened.'),
  )
})
