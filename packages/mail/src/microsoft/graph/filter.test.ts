import { expect, test } from 'vitest'
import { toFilterText } from './filter.ts'

test.each([
  ['<a@b.com>', "'<a@b.com>'"],
  ["<o'brien@b.com>", "'<o''brien@b.com>'"],
  ["' or isRead eq true or subject eq '", "''' or isRead eq true or subject eq '''"],
  ["''", "''''''"],
])('%s cannot end the string literal', (text, quoted) => {
  expect(toFilterText(text)).toBe(quoted)
})
