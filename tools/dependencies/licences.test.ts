import { expect, test } from 'vitest'
import { isLicenceAllowed, toLicence } from './licences.ts'
import { readLockFile } from './lock-file.ts'
import { findShipped, type ShippedPackage } from './shipped-packages.ts'

test('everything that ships has a licence we allow', () => {
  const refused = [...findShipped(readLockFile()).values()]
    .filter((shipped) => !isLicenceAllowed(shipped))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence || 'no licence'}`)
  const advice =
    'Replace these packages, or read their licences and extend the list in tools/dependencies/licences.ts.'
  expect({ refused, advice }).toEqual({ refused: [], advice })
})

test.each([
  'MIT',
  '(AFL-2.1 OR BSD-3-Clause)',
  '(MIT OR GPL-3.0-only)',
  'MIT and ISC',
  'Apache-2.0 AND MIT',
])('%s is allowed', (licence) => {
  expect(isLicenceAllowed(toPackage({ licence }))).toBe(true)
})

test.each(['', 'GPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN LICENSE', 'UNLICENSED'])(
  '"%s" is refused',
  (licence) => {
    expect(isLicenceAllowed(toPackage({ licence }))).toBe(false)
  },
)

test('a weak copyleft licence is allowed for the libraries we looked at, and for no other', () => {
  const licence = 'Apache-2.0 AND LGPL-3.0-or-later'
  expect(isLicenceAllowed(toPackage({ licence, name: '@img/sharp-win32-x64' }))).toBe(true)
  expect(isLicenceAllowed(toPackage({ licence, name: 'another' }))).toBe(false)
})

test('a correction holds for one version', () => {
  const stated = { name: 'url-template', licence: 'BSD' }
  expect(toLicence(toPackage({ ...stated, version: '2.0.8' }))).toBe('BSD-3-Clause')
  expect(isLicenceAllowed(toPackage({ ...stated, version: '2.0.9' }))).toBe(false)
})

function toPackage(parts: Partial<ShippedPackage>): ShippedPackage {
  return {
    name: 'a-library',
    version: '1.0.0',
    licence: 'MIT',
    integrity: null,
    isOurs: false,
    isOptional: false,
    needs: [],
    ...parts,
  }
}
