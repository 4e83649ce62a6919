import { expect, test } from 'vitest'
import { findContactFaults } from './contact.ts'

const written = { name: 'Jo', email: ' Jo@Example.com ', message: 'ten letter' }

test('nothing is wrong with what is just long enough', () => {
  expect(findContactFaults(written)).toEqual({})
})

test.each([
  ['62', { name: ' J ' }, { name: 'Name must be at least 2 characters' }],
  ['63', { email: 'jo@' }, { email: 'Please enter a valid email address' }],
  ['64', { message: 'nine char' }, { message: 'Message must be at least 10 characters' }],
  ['too long', { message: 'x'.repeat(5_001) }, { message: 'That is longer than we can take.' }],
])('%s: %o is told', (_number, change, faults) => {
  expect(findContactFaults({ ...written, ...change })).toEqual(faults)
})
