import { signInErrors } from '@doorman/contract/social-sign-in'
import { expect, test } from 'vitest'
import { findSignInError } from './sign-in-error.ts'

const find = (query: string) => findSignInError(new URLSearchParams(query))

test.each(signInErrors)('%s has a sentence', (error) => {
  expect(find(`error=${error}&provider=microsoft`)).toMatch(/\.$/)
})

test('an account that only a password opens says what to do', () => {
  expect(find('error=account_exists&provider=microsoft')).toContain(
    'Sign in with your password first, then link Microsoft in Account Settings.',
  )
})

test.each([
  '',
  'error=denied',
  'provider=google',
  'error=Call+us+now&provider=google',
  'error=denied&provider=evil',
  'error=toString&provider=google',
])('%j shows nothing', (query) => {
  expect(find(query)).toBeNull()
})
