import { expect, test } from 'vitest'
import { toAdminTab } from './admin-tabs.ts'

test.each([
  ['?tab=users', 'users'],
  ['?tab=auth-guide', 'auth-guide'],
  ['', 'overview'],
  ['?tab=', 'overview'],
  ['?tab=__proto__', 'overview'],
])('the address %j opens the tab %s', (search, tab) => {
  expect(toAdminTab(new URLSearchParams(search))).toBe(tab)
})
