import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('the login path carries the requested page in ?next=', () => {
  expect(paths.login('/billing?success=true')).toBe('/login?next=%2Fbilling%3Fsuccess%3Dtrue')
  expect(paths.login()).toBe('/login')
})
