import { expect, test } from 'vitest'
import { toSharedAddress } from './address.ts'

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/login', '/login'],
  ['/sitemap.xml', '/sitemap.xml'],
  ['/blog/cold-email-2026', '/blog/cold-email-2026'],
  ['/blog/category/privacy', '/blog/category/privacy'],
  ['/blog?page=2', '/blog?page=2'],
  ['/blog?utm_source=x&page=2&gclid=y', '/blog?page=2'],
  ['/?utm_source=news&utm_medium=email&fbclid=1', '/'],
])('%s is kept as %s', (url, address) => {
  expect(toSharedAddress(url)).toBe(address)
})

test.each([
  '/dashboard',
  '/nothing-here',
  '/blog/',
  '/Blog',
  '//',
  '/blog/a/b',
  '/blog/%2e%2e',
  '/blog.data',
  '/verify-email',
  '/restore',
  '/?error=denied',
  '/?utm_source=x&error=denied',
  '/?page=2',
  '/login?next=%2Fbilling',
  '/login?step=second-factor',
  '/reset-password?token=secret',
  '/blog?q=cold',
  '/blog?page=2&q=cold',
  '/blog?page=2&page=3',
  '/blog?page=100',
  '/blog?page=02',
  '/blog?page=0',
  '/blog?page=',
  '/blog?Page=2',
])('%s is not kept', (url) => {
  expect(toSharedAddress(url)).toBeNull()
})

test('the number of addresses that a query can make is bounded', () => {
  const addresses = Array.from({ length: 500 }, (_, page) => toSharedAddress(`/blog?page=${page}`))
  expect(new Set(addresses).size).toBe(100)
})
