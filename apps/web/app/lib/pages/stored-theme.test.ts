import { expect, test } from 'vitest'
import { applyStoredTheme } from './stored-theme.ts'

function applyTo(getItem: () => string | null): object {
  const dataset = { theme: 'dark' }
  const page = { localStorage: { getItem }, document: { documentElement: { dataset } } }
  // Safe: the parts above are all that is used.
  applyStoredTheme(page as unknown as Window)
  return dataset
}

test('a stored light theme replaces the default', () => {
  expect(applyTo(() => 'light')).toEqual({ theme: 'light' })
})

test('any other stored value leaves the default', () => {
  expect(applyTo(() => null)).toEqual({ theme: 'dark' })
  expect(applyTo(() => 'purple')).toEqual({ theme: 'dark' })
})

test('a browser that forbids storage keeps the default', () => {
  const dataset = applyTo(() => {
    throw new Error('Forbidden')
  })
  expect(dataset).toEqual({ theme: 'dark' })
})
