import { expect, test } from 'vitest'
import { countFilters, noFilters, toListFilters } from '../../lib/lists/list-filters.ts'
import { toActiveFilters } from './filter-options.ts'

const today = '2026-11-17'
const id = '00000000-0000-4000-8000-000000000001'
const all = toListFilters(
  new URLSearchParams(
    `search=offer&account=${id}&kind=investor&since=2026-11-11&certainty=low&state=restored`,
  ),
)

test('every active filter is named, and each removal removes its own', () => {
  const accounts = [{ id: all.accountId ?? (id as never), email: 'mara@northwind.example' }]
  const active = toActiveFilters(all, accounts, today)
  expect(active.map(({ label }) => label)).toEqual([
    '“offer”',
    'Investor',
    'mara@northwind.example',
    'Last 7 days',
    'Less certain',
    'Back in inbox',
  ])
  for (const { removal } of active)
    expect(countFilters({ ...all, ...removal })).toBe(countFilters(all) - 1)
  expect(active.reduce((filters, { removal }) => ({ ...filters, ...removal }), all)).toEqual(
    noFilters,
  )
})

test('without filters nothing is named', () => {
  expect(toActiveFilters({ ...noFilters, order: 'least-certain' }, [], today)).toEqual([])
})

test('a filter for an account that is no longer connected can be removed', () => {
  expect(toActiveFilters({ ...noFilters, accountId: all.accountId }, [], today)).toEqual([
    { label: 'Another account', removal: { accountId: null } },
  ])
})
