import { expect, test } from 'vitest'
import { toHasher } from './hash-key.ts'

test('a hash stays what it was when it was stored', () => {
  const hash = toHasher(Buffer.alloc(32, 7).toString('base64'))
  expect(hash('address', 'dana@example.com').toString('hex')).toBe(
    'b022a24fc03740dafb1af91233b3ae1b',
  )
})
