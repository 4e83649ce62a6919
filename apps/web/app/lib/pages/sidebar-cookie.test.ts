import { expect, test } from 'vitest'
import { isSidebarOpen, toSidebarCookie } from './sidebar-cookie.ts'

test('the sidebar is open unless its cookie is false', () => {
  expect(isSidebarOpen(null)).toBe(true)
  expect(isSidebarOpen('a=1; sidebar_state=true')).toBe(true)
  expect(isSidebarOpen('a=1; sidebar_state=false; b=2')).toBe(false)
})

test('the cookie lasts a week and applies to every path', () => {
  expect(toSidebarCookie(false)).toBe('sidebar_state=false; path=/; max-age=604800; samesite=lax')
})
