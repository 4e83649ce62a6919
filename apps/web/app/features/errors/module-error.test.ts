import { expect, test } from 'vitest'
import { isModuleError, mayReloadItself } from './module-error.ts'

test.each([
  'Failed to fetch dynamically imported module: https://doorman.example/assets/a.js',
  'error loading dynamically imported module: https://doorman.example/assets/a.js',
  'Importing a module script failed.',
])('%s is a module error', (message) => {
  expect(isModuleError(new TypeError(message))).toBe(true)
})

test('other errors are not module errors', () => {
  for (const error of [new TypeError('Failed to fetch'), new Error('x'), null, 'text'])
    expect(isModuleError(error)).toBe(false)
})

test('a page reloads itself at most once a minute', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  expect(mayReloadItself('/accounts', 0, storage)).toBe(true)
  expect(mayReloadItself('/accounts', 59_999, storage)).toBe(false)
  expect(mayReloadItself('/accounts', 60_000, storage)).toBe(true)
  expect(mayReloadItself('/activity', 60_001, storage)).toBe(true)
})

test('a page never reloads itself if it could not stop a loop', () => {
  const forbidden = () => {
    throw new DOMException('', 'SecurityError')
  }
  const storage = { getItem: forbidden, setItem: forbidden }
  expect(mayReloadItself('/accounts', 0, storage)).toBe(false)
})
