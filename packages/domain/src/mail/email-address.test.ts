import { expect, test } from 'vitest'
import { EmailAddress } from './email-address.ts'

test.each([
  ['Ann@Example.COM', 'ann@example.com'],
  ['  ann@example.com\n', 'ann@example.com'],
  ['ann+news@mail.example.co.uk', 'ann+news@mail.example.co.uk'],
])('%j is stored as %s', (given, stored) => {
  expect(EmailAddress.parse(given)).toBe(stored)
})

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'a b@example.com',
  `${'a'.repeat(250)}@example.com`,
  `${'a'.repeat(65)}@example.com`,
])('%j is not an address', (given) => {
  expect(EmailAddress.safeParse(given).success).toBe(false)
})
