import { expect, test } from 'vitest'
import { isTrackedPage } from './tracked-pages.ts'

test.each(['/', '/register', '/billing', '/blog', '/blog/a', '/blog/category/b'])(
  '%s may contain tracking codes',
  (path) => expect(isTrackedPage(path)).toBe(true),
)

test.each([
  '/dashboard',
  '/filtered-emails',
  '/accounts',
  '/filter-settings',
  '/account-settings',
  '/admin',
  '/admin/content',
  '/reset-password',
  '/set-password',
  '/verify-email',
  '/forgot-password',
  '/restore',
  '/confirm-address',
  '/unsubscribe',
  '/billing/receipts/in_1',
  '/blogs',
])('%s never contains tracking codes', (path) => expect(isTrackedPage(path)).toBe(false))
