import { describe, expect, test } from 'vitest'
import { toSafeNext } from './app-pages.ts'

describe('toSafeNext', () => {
  test.each([
    ['/dashboard', '/dashboard'],
    ['/billing?success=true&plan=yearly', '/billing?success=true&plan=yearly'],
    ['/admin?tab=users#top', '/admin?tab=users#top'],
    ['/dashboard?to=//evil.test', '/dashboard?to=//evil.test'],
  ])('%j is accepted as %j', (next, path) => {
    expect(toSafeNext(next)).toBe(path)
  })

  test.each([
    null,
    '',
    '/',
    'dashboard',
    './dashboard',
    '?x',
    '#x',
    '//evil.test',
    '///evil.test',
    '////evil.test/dashboard',
    '/\\evil.test',
    '\\\\evil.test',
    '\\/evil.test',
    '/\\/evil.test/dashboard',
    'https:evil.test',
    'https:/evil.test',
    'https://evil.test/dashboard',
    'http:dashboard',
    'HTTP://evil.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'mailto:a@evil.test',
    '%2f%2fevil.test',
    '/%2f%2fevil.test',
    '/%2fevil.test',
    '/%5cevil.test',
    '\t//evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r/evil.test',
    ' //evil.test',
    '/ /evil.test',
    '/\u0000/evil.test',
    '//evil.test@host/dashboard',
    '/@evil.test',
    '@evil.test',
    '//host@evil.test',
    '/dashboard@evil.test',
    '/dashboard/../login',
    '/dashboard/',
    '/api/auth/logout',
    '/login',
    '/register',
    '/unknown',
    '//[::1]/dashboard',
    '//origin.invalid',
    'http://origin.invalid/dashboard',
    'http://[',
  ])('%j is rejected', (next) => {
    expect(toSafeNext(next)).toBeNull()
  })
})
