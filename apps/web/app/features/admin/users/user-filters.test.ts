import { userSortKeys } from '@doorman/contract/admin-users'
import { expect, test } from 'vitest'
import { sortBy, sortChoices, toUserFilters, toUserParams } from './user-filters.ts'

const first = { search: '', sort: 'createdAt', order: 'desc', cursor: '' } as const
const read = (address: string) => toUserFilters(new URLSearchParams(address))

test.each([
  ['tab=users', first],
  [
    'tab=users&search=anna%2B1%40x&sort=email',
    { ...first, search: 'anna+1@x', sort: 'email', order: 'asc' },
  ],
  [
    'tab=users&sort=filteredEmailCount&order=asc',
    { ...first, sort: 'filteredEmailCount', order: 'asc' },
  ],
  ['tab=users&cursor=abc', { ...first, cursor: 'abc' }],
] as const)('filters are read from %s and written back unchanged', (address, filters) => {
  expect(read(address)).toEqual(filters)
  expect(toUserParams(filters).toString()).toBe(address)
})

test.each(['sort=password', 'order=sideways', 'sort=toString&order='])(
  'unknown values in %s are ignored',
  (address) => {
    expect(read(address)).toEqual(first)
  },
)

test('over-long values in the address are cut to what the server takes', () => {
  const { search, cursor } = read(`search=${'x'.repeat(999)}&cursor=${'y'.repeat(999)}`)
  expect([search.length, cursor.length]).toEqual([254, 500])
})

test('a click on another column sorts by it, in the first direction of that column', () => {
  expect(sortBy(first, 'email')).toEqual({ sort: 'email', order: 'asc' })
  expect(sortBy(first, 'trialEndDate')).toEqual({ sort: 'trialEndDate', order: 'desc' })
})

test('a click on the same column reverses the order', () => {
  expect(sortBy(first, 'createdAt').order).toBe('asc')
  expect(sortBy({ ...first, order: 'asc' }, 'createdAt').order).toBe('desc')
})

test('phones can choose every sorting of the table', () => {
  const chosen = sortChoices.map(({ sort, order }) => `${sort} ${order}`).toSorted()
  const all = userSortKeys.flatMap((key) => [`${key} asc`, `${key} desc`]).toSorted()
  expect(chosen).toEqual(all)
})
