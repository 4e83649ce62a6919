import { expect, test } from 'vitest'
import { toMessageIdQueries, toRecipientQuery, toSenderQuery } from './search-query.ts'

test.each([
  ['ann@example.com', 'in:sent to:"ann@example.com"'],
  ['x" OR in:anywhere "', 'in:sent to:"x OR in:anywhere"'],
  ['a\r\nb\0c\u202ed', 'in:sent to:"a b c d"'],
  ['{a} (b) -c *', 'in:sent to:"{a} (b) -c *"'],
])('%j becomes one phrase', (address, query) => {
  expect(toRecipientQuery(address)).toBe(query)
})

test.each(['', '"', '()', '@', '***'])('%j contains no word, so there is no query', (address) => {
  expect(toRecipientQuery(address)).toBeNull()
})

test('searches the messages of a sender before a time in whole seconds', () => {
  const before = new Date('2026-01-02T03:04:05.678Z')
  expect(toSenderQuery({ from: 'x" OR in:spam "', before })).toBe(
    'from:"x OR in:spam" -in:sent -in:drafts before:1767323045',
  )
  expect(toSenderQuery({ from: '"', before })).toBeNull()
})

test('searches ten Message-IDs per query, the first and the newest of many', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `<${index}@x.test>`)
  const queries = toMessageIdQueries(ids)
  expect(queries).toHaveLength(5)
  expect(queries[0]).toMatch(/^in:sent \(rfc822msgid:0@x\.test OR rfc822msgid:151@x\.test OR /)
  expect(queries.at(-1)).toContain('rfc822msgid:199@x.test')
})

test.each([
  '<a b@x>',
  '<a"b@x>',
  '<a@x) OR in:sent (>',
  '<{a@x}>',
  'a@x',
  '<>',
  `<${'a'.repeat(300)}>`,
])('%j is not searched as a Message-ID', (id) => {
  expect(toMessageIdQueries([id])).toEqual([])
})
