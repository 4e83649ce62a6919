import { signInErrors } from '@doorman/contract/social-sign-in'
import { expect, test } from 'vitest'
import { findSignInError } from './sign-in-error.ts'

const find = (query: string) => findSignInError(new URLSearchParams(query))

test.each(signInErrors)('%s has a sentence', (error) => {
  expect(find(`error=${error}&provider=microsoft`)?.sentence).toMatch(/\.$/)
})

test('an account that only a password opens says what to do', () => {
  expect(find('error=account_exists&provider=microsoft')?.sentence).toContain(
    'Sign in with your password first, then link Microsoft in Account Settings.',
  )
})

test('cancelling at the provider is no failure', () => {
  expect(find('error=denied&provider=google')?.tone).toBe('info')
  expect(find('error=expired&provider=google')?.tone).toBe('danger')
})

test('too many attempts last a minute, too many new accounts an hour', () => {
  expect(find('error=too_many&provider=google')?.sentence).toContain('a minute')
  expect(find('error=too_many_accounts&provider=google')?.sentence).toContain('an hour')
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
