import { expect, test } from 'vitest'
import { isSlug, toSlug } from './slug.ts'

test.each([
  ['Doors and keys', 'doors-and-keys'],
  ['What’s new in März?', 'whats-new-in-marz'],
  ['  --  7 ways — to "say" no!  ', '7-ways-to-say-no'],
  ['../admin', 'admin'],
  ['門番', ''],
  ['', ''],
])('the title %j becomes the address %j', (title, slug) => {
  expect(toSlug(title)).toBe(slug)
})

test('a long title is cut between words, and the address is valid', () => {
  const slug = toSlug('doorman '.repeat(40))
  expect(slug).toMatch(/^doorman(-doorman)+$/)
  expect(isSlug(slug)).toBe(true)
})
