import { expect, test } from 'vitest'
import { toMessageIdQueries, toRecipientQuery, toSenderQuery } from './search-query.ts'

test.each([
  ['ann@example.com', 'in:sent to:"ann@example.com"'],
  ['x" OR in:anywhere "', 'in:sent to:"x OR in:anywhere"'],
  ['a\r\nb\0c\u202ed', 'in:sent to:"a b c d"'],
  ['{a} (b) -c *', 'in:sent to:"{a} (b) -c *"'],
])('S21: %j is one phrase', (address, query) => {
  expect(toRecipientQuery(address)).toBe(query)
})

test.each(['', '"', '()', '@', '***'])('%j is no word, so nothing is asked', (address) => {
  expect(toRecipientQuery(address)).toBeNull()
})

test('mail of a sender is asked for up to a second', () => {
  const before = new Date('2026-01-02T03:04:05.678Z')
  expect(toSenderQuery({ from: 'x" OR in:spam "', before })).toBe(
    'from:"x OR in:spam" -in:sent -in:drafts before:1767323045',
  )
  expect(toSenderQuery({ from: '"', before })).toBeNull()
})

test('Message-IDs are asked for by ten, the first and the newest of many', () => {
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
])('S21: %j is nobody’s Message-ID', (id) => {
  expect(toMessageIdQueries([id])).toEqual([])
})
