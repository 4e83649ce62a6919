import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasPackages, listMissingPackages } from './packages.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doorman-packages-'))
  install('node_modules/present')
})
afterEach(() => rmSync(root, { recursive: true }))

test.each([
  ['one that everybody needs', {}, true],
  ['the native half for this machine', { optional: true, os: [process.platform] }, true],
  ['one for every other system', { optional: true, os: [`!${process.platform}`] }, false],
  ['the native half for another processor', { optional: true, cpu: ['pdp11'] }, false],
  ['one that is merely optional', { optional: true }, false],
])('%s is missed, or not', (_case, entry, isMissed) => {
  const missing = listMissingPackages(root, toLock({ 'node_modules/absent': entry }))
  expect(missing).toEqual(isMissed ? ['node_modules/absent'] : [])
})

test('packages count as installed only with the mark of this very lock file', () => {
  writeFileSync(join(root, 'package-lock.json'), toLock({}))
  expect(hasPackages(root)).toBe(false)
  writeFileSync(join(root, 'node_modules', '.doorman-installed'), 'another')
  expect(hasPackages(root)).toBe(false)
})

function install(folder: string) {
  mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, folder, 'package.json'), '{}')
}

function toLock(packages: object): Buffer {
  return Buffer.from(
    JSON.stringify({ packages: { '': {}, 'node_modules/present': {}, ...packages } }),
  )
}
