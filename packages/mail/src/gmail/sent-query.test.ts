import { expect, test } from 'vitest'
import { toMessageIdQueries, toRecipientQuery } from './sent-query.ts'

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
