import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('a password matches only its own hash, and each hash has its own salt', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await passwords.verify('correct horse', hash)).toBe(true)
  expect(await passwords.verify('correct horse ', hash)).toBe(false)
  expect(await passwords.hash('correct horse')).not.toBe(hash)
})

test('a hash with other cost parameters is accepted', async () => {
  const hash =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await createPasswords().verify('password', hash)).toBe(true)
})

test('long passwords are not truncated', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('ä'.repeat(128))
  expect(await passwords.verify(`${'ä'.repeat(127)}a`, hash)).toBe(false)
})

test.each(['', 'plain', '$2b$10$abc', '$argon2id$v=19$m=1$x$y'])(
  'the invalid hash %j matches no password',
  async (hash) => {
    expect(await createPasswords().verify('x', hash)).toBe(false)
  },
)

test('with a hundred calls waiting, further calls fail at once and the others succeed', async () => {
  const passwords = createPasswords()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 110 }, () => passwords.verify('x', '$argon2id$none')),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterMs: 2000 } })
  expect(await passwords.verify('x', '$argon2id$none')).toBe(false)
})
