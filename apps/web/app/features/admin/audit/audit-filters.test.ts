import { expect, test } from 'vitest'
import { toAuditFilters, toAuditInput, toAuditParams } from './audit-filters.ts'

const read = (address: string) => toAuditFilters(new URLSearchParams(address))

test.each([
  ['', { search: '', act: 'decisions' }],
  ['act=everything', { search: '', act: 'everything' }],
  ['search=anna%40x&act=delete-user', { search: 'anna@x', act: 'delete-user' }],
] as const)('filters are read from %j and written back unchanged', (address, filters) => {
  expect(read(address)).toEqual(filters)
  expect(toAuditParams(filters).toString()).toBe(address)
})

test('an unknown act is ignored, and a long search is cut', () => {
  expect(read(`act=toString&search=${'x'.repeat(999)}`)).toEqual({
    search: 'x'.repeat(254),
    act: 'decisions',
  })
})

test.each([
  ['decisions', { hideViewRequests: 'true' }],
  ['everything', {}],
  ['view-request', { act: 'view-request' }],
] as const)('for %s the server is asked for %j', (act, input) => {
  expect(toAuditInput({ search: '', act })).toEqual(input)
})
