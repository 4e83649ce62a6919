import { expect, test } from 'vitest'
import { findRedirectUrlProblem } from './redirect-url.ts'

test.each([
  'https://doorman.example/api/gmail/callback',
  'https://mail.doorman.example:8443/api/gmail/callback',
  'http://localhost:3000/api/gmail/callback',
  'http://127.0.0.1/api/gmail/callback',
])('Gmail can redirect to %s', (url) => {
  expect(findRedirectUrlProblem('gmail', url)).toBeNull()
})

const incomplete = 'Enter a full address, such as https://example.com.'
const insecure = 'The address must begin with https://.'
const withUser = 'The address must not contain a user name or password.'
const elsewhere = 'The address must end with /api/gmail/callback.'

test.each([
  ['doorman.example/api/gmail/callback', incomplete],
  ['/api/gmail/callback', incomplete],
  ['https://', incomplete],
  ['http://doorman.example/api/gmail/callback', insecure],
  ['http://localhost.evil.example/api/gmail/callback', insecure],
  ['javascript:alert(1)', insecure],
  ['ftp://localhost/api/gmail/callback', insecure],
  ['https://boss:secret@doorman.example/api/gmail/callback', withUser],
  ['https://boss@doorman.example/api/gmail/callback', withUser],
  ['https://doorman.example', elsewhere],
  ['https://doorman.example/api/microsoft/callback', elsewhere],
  ['https://doorman.example/api/gmail/callback/', elsewhere],
  ['https://doorman.example/API/gmail/callback', elsewhere],
  ['https://doorman.example/api/gmail/callback#there', elsewhere],
  ['https://doorman.example/api/gmail/callback#', elsewhere],
  ['https://doorman.example/api/gmail/callback?a=b', elsewhere],
  ['https://doorman.example/api/gmail/callback?', elsewhere],
])('Gmail cannot redirect to %s', (url, problem) => {
  expect(findRedirectUrlProblem('gmail', url)).toBe(problem)
})

test('Microsoft has its own callback path', () => {
  const url = 'https://doorman.example/api/microsoft/callback'
  expect(findRedirectUrlProblem('microsoft', url)).toBeNull()
})
