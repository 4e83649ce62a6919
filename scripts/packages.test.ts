import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasPackages, markInstalled } from './packages.mjs'

let root: string
const at = (path: string) => join(root, path)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doorman-packages-'))
  mkdirSync(at('node_modules/one/lib'), { recursive: true })
  writeFileSync(at('node_modules/one/package.json'), '{}')
  writeLock({ 'node_modules/one': {}, 'node_modules/for-another-machine': {} })
})
afterEach(() => rmSync(root, { recursive: true }))

test('packages count as installed after an install has completed', () => {
  expect(hasPackages(root)).toBe(false)
  markInstalled(root)
  expect(hasPackages(root)).toBe(true)
})

test.each([
  ['a package', () => rmSync(at('node_modules/one'), { recursive: true })],
  ['part of a package', () => rmSync(at('node_modules/one/lib'), { recursive: true })],
  ['all packages', () => rmSync(at('node_modules'), { recursive: true })],
])('packages do not count as installed after the removal of %s', (_case, damage) => {
  markInstalled(root)
  damage()
  expect(hasPackages(root)).toBe(false)
})

test('a build folder in one of our packages does not trigger an install', () => {
  mkdirSync(at('apps/web'), { recursive: true })
  symlinkSync(at('apps/web'), at('node_modules/ours'))
  writeLock({ 'apps/web': {}, 'node_modules/ours': {}, 'node_modules/one': {} })
  markInstalled(root)
  mkdirSync(at('apps/web/build'))
  expect(hasPackages(root)).toBe(true)
})

test('a changed lock file triggers an install', () => {
  markInstalled(root)
  writeLock({ 'node_modules/one': {}, 'node_modules/two': {} })
  expect(hasPackages(root)).toBe(false)
})

function writeLock(packages: object): void {
  writeFileSync(at('package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
}
