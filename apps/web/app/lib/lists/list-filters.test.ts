import { expect, test } from 'vitest'
import { hasFilters, noFilters, toListFilters, toSearchParams } from './list-filters.ts'

const accountId = '00000000-0000-4000-8000-000000000001'
const read = (address: string) => toListFilters(new URLSearchParams(address))

test('search and account are written to the URL and read back', () => {
  const address = `search=50%25+off&account=${accountId}`
  expect(read(address)).toEqual({ search: '50% off', accountId })
  expect(toSearchParams(read(address)).toString()).toBe(address)
})

test.each(['', 'search=', 'search=%20%20', 'account=', 'account=nonsense', 'other=1'])(
  '%j sets no filter',
  (address) => {
    expect(read(address)).toEqual(noFilters)
    expect(hasFilters(read(address))).toBe(false)
  },
)

test('a search longer than the API accepts is cut', () => {
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('without filters the query string is empty', () => {
  expect(toSearchParams(noFilters).toString()).toBe('')
})
