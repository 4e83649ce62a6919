import { expect, test } from 'vitest'
import { toFilterText, toPeopleSearch } from './search-terms.ts'

test.each([
  ['ann@example.com', String.raw`"recipients:\"ann@example.com\""`],
  ['example.com', String.raw`"recipients:\"example.com\""`],
  ["o'brien+news@example.com", String.raw`"recipients:\"o'brien+news@example.com\""`],
  ['(a OR b)@example.com', String.raw`"recipients:\"(a OR b)@example.com\""`],
])('%s becomes one phrase', (address, search) => {
  expect(toPeopleSearch('recipients', address)).toBe(search)
})

test.each([
  'ann" OR recipients:"@example.com',
  String.raw`ann\" OR from:\"@example.com`,
  'ann@example.com"',
  'ann*@example.com*',
  'ann\u0000"\n@example.com',
])('%j cannot end the phrase', (address) => {
  const search = toPeopleSearch('recipients', address)
  expect(search).toMatch(/^"recipients:\\"[^"\\*\p{C}]*\\""$/u)
})

test.each(['', '"', '*', '()', '@'])('%j contains no word, so there is no search', (address) => {
  expect(toPeopleSearch('from', address)).toBeNull()
})

test.each([
  ['<a@b.com>', "'<a@b.com>'"],
  ["<o'brien@b.com>", "'<o''brien@b.com>'"],
  ["' or isRead eq true or subject eq '", "''' or isRead eq true or subject eq '''"],
  ["''", "''''''"],
])('%s cannot end the string literal', (text, quoted) => {
  expect(toFilterText(text)).toBe(quoted)
})
