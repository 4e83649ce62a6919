import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../time.ts'
import { countKinds, countSenders, toMinutesPerMonth } from './first-scan.ts'

test.each([
  // 34 emails in 30 days, a quarter of a minute each.
  [34, 30 * dayMs, 9],
  [34, 15 * dayMs, 17],
  [34, 1 * dayMs, 255],
  [0, 10 * dayMs, 0],
  [1, 400 * dayMs, 0],
])('%i emails in %i ms make %i minutes a month', (count, spanMs, minutes) => {
  expect(toMinutesPerMonth(count, spanMs)).toBe(minutes)
})

test.each([0, hourMs, dayMs - 1, -dayMs])('%i ms say nothing about a month', (spanMs) => {
  expect(toMinutesPerMonth(34, spanMs)).toBeNull()
})

const from = (senderAddress: string | null) => ({ category: null, senderAddress })

test('kinds are sorted by count, and emails without a verdict are other', () => {
  const found = ['recruiter', 'sales', null, 'sales'] as const
  expect(countKinds(found.map((category) => ({ category, senderAddress: null })))).toEqual([
    { kind: 'sales', count: 2 },
    { kind: 'other', count: 1 },
    { kind: 'recruiter', count: 1 },
  ])
})

test('the five domains that sent most come first, by name if they sent as many', () => {
  const once = ['e', 'd', 'c', 'b', 'a'].map((name) => `x@${name}.example`)
  const found = ['a@f.example', 'b@f.example', null, ...once].map(from)
  expect(countSenders(found)).toEqual([
    { domain: 'f.example', count: 2 },
    { domain: 'a.example', count: 1 },
    { domain: 'b.example', count: 1 },
    { domain: 'c.example', count: 1 },
    { domain: 'd.example', count: 1 },
  ])
})
