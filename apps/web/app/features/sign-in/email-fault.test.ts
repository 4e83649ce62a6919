import { expect, test } from 'vitest'
import { findEmailFault } from './email-fault.ts'

test.each([
  ['', 'Please enter your email address'],
  ['   ', 'Please enter your email address'],
  ['mira', 'Please enter a valid email address'],
  ['mira@', 'Please enter a valid email address'],
  [`${'m'.repeat(65)}@example.com`, 'Please enter a valid email address'],
])('the address %j is marked with %j', (email, told) => {
  expect(findEmailFault(email)).toEqual({ email: told })
})

test('an address that the server takes is taken here', () => {
  expect(findEmailFault(' Mira@Example.com ')).toBeNull()
})
