import type { DecisionId } from '@doorman/domain/ids'
import { expect, test } from 'vitest'
import {
  countFilters,
  hasFilters,
  noFilters,
  toFilteredEmailsPath,
  toListFilters,
  toSearchParams,
} from './list-filters.ts'

const accountId = '00000000-0000-4000-8000-000000000001'
const read = (address: string) => toListFilters(new URLSearchParams(address))

test('all filters are written to the URL and read back', () => {
  const address = `search=50%25+off&account=${accountId}&kind=recruiter&since=2026-11-01&until=2026-11-17&certainty=low&state=would-move&order=least-certain&open=${accountId}`
  const filters = read(address)
  expect(filters).toEqual({
    search: '50% off',
    accountId,
    kind: 'recruiter',
    since: '2026-11-01',
    until: '2026-11-17',
    certainty: 'low',
    state: 'would-move',
    order: 'least-certain',
    openId: accountId,
  })
  expect(toSearchParams(filters).toString()).toBe(address)
})

test.each([
  '',
  'search=',
  'search=%20%20',
  'account=',
  'account=nonsense',
  'kind=spam',
  'since=yesterday',
  'since=2026-02-30',
  'until=2026-1-1',
  'until=0000-01-01',
  'certainty=medium',
  'state=gone',
  'state=constructor',
  'order=newest',
  'open=nonsense',
  'other=1',
])('%j sets no filter', (address) => {
  expect(read(address)).toEqual(noFilters)
  expect(hasFilters(read(address))).toBe(false)
})

test('a search longer than the API accepts is cut', () => {
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('without filters the query string is empty', () => {
  expect(toSearchParams(noFilters).toString()).toBe('')
  expect(toFilteredEmailsPath()).toBe('/filtered-emails')
})

test('a link names only the filters it sets', () => {
  expect(toFilteredEmailsPath({ state: 'filtered', since: '2026-11-11' })).toBe(
    '/filtered-emails?since=2026-11-11&state=filtered',
  )
  // Safe: an id is a string at run time.
  expect(toFilteredEmailsPath({ openId: accountId as DecisionId })).toBe(
    `/filtered-emails?open=${accountId}`,
  )
})

test('the order and the opened email hide no emails, so they are no filters', () => {
  expect(hasFilters({ ...noFilters, order: 'least-certain' })).toBe(false)
  expect(hasFilters(read(`open=${accountId}`))).toBe(false)
})

test('the days from and until count as one filter', () => {
  expect(countFilters(noFilters)).toBe(0)
  expect(countFilters(read('since=2026-11-01&until=2026-11-17'))).toBe(1)
  expect(countFilters(read('search=offer&kind=sales&until=2026-11-17&state=spam'))).toBe(4)
})
