import { expect, test } from 'vitest'
import { describeRange } from './page-range.ts'

const first = { before: 0, shown: 50, total: 1_204, hasNext: true }

test.each([
  [first, '1–50 of 1,204'],
  [{ ...first, before: 50 }, '51–100 of 1,204'],
  [{ ...first, before: 1_200, shown: 4, hasNext: false }, '1,201–1,204 of 1,204'],
  [{ ...first, shown: 1, total: 1, hasNext: false }, '1 user'],
  [{ ...first, shown: 17, total: 17, hasNext: false }, '17 users'],
])('the page %j is %s', (page, expected) => {
  expect(describeRange(page)).toBe(expected)
})

test('a search has no total until its last page', () => {
  const search = { ...first, total: null }
  expect(describeRange(search)).toBe('1–50')
  expect(describeRange({ ...search, before: 50, shown: 12, hasNext: false })).toBe('51–62 of 62')
  expect(describeRange({ ...search, shown: 12, hasNext: false })).toBe('12 users')
})

test('a page that was opened by its address shows the total only', () => {
  expect(describeRange({ ...first, before: null })).toBe('1,204 users')
  expect(describeRange({ ...first, before: null, total: null })).toBe('')
})

test('the total is never smaller than the range, even if users joined or left since the count', () => {
  expect(describeRange({ ...first, before: 50, total: 99 })).toBe('51–100 of 100')
  expect(describeRange({ ...first, before: 50, shown: 3, total: 99, hasNext: false })).toBe(
    '51–53 of 53',
  )
})
