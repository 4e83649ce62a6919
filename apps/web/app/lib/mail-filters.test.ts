import { expect, test } from 'vitest'
import { hasFilters, noFilters, toMailFilters, toSearchParams } from './mail-filters.ts'

const accountId = '00000000-0000-4000-8000-000000000001'
const read = (address: string) => toMailFilters(new URLSearchParams(address))

test('152: search and account stand in the address together, and come back from it', () => {
  const address = `search=50%25+off&account=${accountId}`
  expect(read(address)).toEqual({ search: '50% off', accountId })
  expect(toSearchParams(read(address)).toString()).toBe(address)
})

test.each(['', 'search=', 'search=%20%20', 'account=', 'account=nonsense', 'other=1'])(
  '150, 151: %j is no filter',
  (address) => {
    expect(read(address)).toEqual(noFilters)
    expect(hasFilters(read(address))).toBe(false)
  },
)

test('a search that no server would take is cut', () => {
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('without filters the address is bare', () => {
  expect(toSearchParams(noFilters).toString()).toBe('')
})
