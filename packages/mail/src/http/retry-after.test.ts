import { expect, test } from 'vitest'
import { findRetryAfterMs } from './retry-after.ts'

const now = new Date('2025-05-13T09:00:00Z')

test.each([
  ['seconds', '30', '', 30_000],
  ['a date', 'Tue, 13 May 2025 09:00:10 GMT', '', 10_000],
  ['a past date', 'Tue, 13 May 2025 08:00:00 GMT', '', 0],
  [
    "a date in Gmail's text",
    null,
    'Rate limit exceeded.  Retry after 2025-05-13T09:00:42.500Z',
    42_500,
  ],
  ['no time', null, 'Too many requests', null],
  ['nonsense', 'soon', '', null],
])('reads %s', (_case, header, text, expected) => {
  expect(findRetryAfterMs({ header, text, now })).toBe(expected)
})
