import { expect, test } from 'vitest'
import { toOriginForm } from './origin-form.ts'

test.each([
  ['/path?x=1', '/path?x=1'],
  ['//host/path', '//host/path'],
  ['http://host/path?x=1', '/path?x=1'],
  ['HTTPS://user@host:3000/', '/'],
  ['http://host', '/'],
  ['http://host?x=http://other/', '/?x=http://other/'],
  ['http://host//other/path', '//other/path'],
  ['*', '*'],
])('%s asks for %s', (target, path) => {
  expect(toOriginForm(target)).toBe(path)
})
