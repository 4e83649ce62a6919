import { expect, test } from 'vitest'
import { findEmailFault } from './email-fault.ts'

test.each([
  ['', 'Please enter your email address'],
  ['   ', 'Please enter your email address'],
  ['mira', 'Please enter a valid email address'],
  ['mira@', 'Please enter a valid email address'],
  [`${'m'.repeat(65)}@example.com`, 'Please enter a valid email address'],
])('the address %j gets the error %j', (email, expected) => {
  expect(findEmailFault(email)).toEqual({ email: expected })
})

test('the form accepts an address that the server accepts', () => {
  expect(findEmailFault(' Mira@Example.com ')).toBeNull()
})
