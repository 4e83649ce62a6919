import { expect, test } from 'vitest'
import { findContactErrors } from './contact.ts'

const written = { name: 'Jo', email: ' Jo@Example.com ', message: 'ten letter' }

test('fields of the minimum length are valid', () => {
  expect(findContactErrors(written)).toEqual({})
})

test.each([
  ['a short name', { name: ' J ' }, { name: 'Name must be at least 2 characters' }],
  ['an incomplete address', { email: 'jo@' }, { email: 'Please enter a valid email address' }],
  [
    'a short message',
    { message: 'nine char' },
    { message: 'Message must be at least 10 characters' },
  ],
  ['a long message', { message: 'x'.repeat(5_001) }, { message: 'Please keep it shorter.' }],
])('%s is refused: with %o the errors are %o', (_case, change, errors) => {
  expect(findContactErrors({ ...written, ...change })).toEqual(errors)
})
