import { expect, test } from 'vitest'
import { toFilterText, toPeopleSearch } from './search-terms.ts'

test.each([
  ['ann@example.com', String.raw`"recipients:\"ann@example.com\""`],
  ['example.com', String.raw`"recipients:\"example.com\""`],
  ["o'brien+news@example.com", String.raw`"recipients:\"o'brien+news@example.com\""`],
  ['(a OR b)@example.com', String.raw`"recipients:\"(a OR b)@example.com\""`],
])('S21: %s is searched for as one phrase', (address, search) => {
  expect(toPeopleSearch('recipients', address)).toBe(search)
})

test.each([
  'ann" OR recipients:"@example.com',
  String.raw`ann\" OR from:\"@example.com`,
  'ann@example.com"',
  'ann*@example.com*',
  'ann\u0000"\n@example.com',
])('S21: %j cannot leave the phrase', (address) => {
  const search = toPeopleSearch('recipients', address)
  expect(search).toMatch(/^"recipients:\\"[^"\\*\p{C}]*\\""$/u)
})

test.each(['', '"', '*', '()', '@'])('%j is no word, so nothing is asked', (address) => {
  expect(toPeopleSearch('from', address)).toBeNull()
})

test.each([
  ['<a@b.com>', "'<a@b.com>'"],
  ["<o'brien@b.com>", "'<o''brien@b.com>'"],
  ["' or isRead eq true or subject eq '", "''' or isRead eq true or subject eq '''"],
  ["''", "''''''"],
])('S21: %s stays within its quotes', (text, quoted) => {
  expect(toFilterText(text)).toBe(quoted)
})
