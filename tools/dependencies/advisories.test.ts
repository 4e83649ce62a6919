import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readGitLab, readOsv } from './advisories.ts'
import { checkAdvisories } from './check-advisories.ts'

const isAffected = (version: string, ...events: object[]) =>
  readOsv(toOsv({ ranges: [{ type: 'SEMVER', events }] })).some(({ affects }) => affects(version))

test.each([
  ['1.2.2', true],
  ['1.2.3', false],
  ['1.10.0', false],
  ['0.0.1', true],
  ['1.2.3-beta.1', true],
])('introduced with the first version, fixed in 1.2.3: %s is affected: %s', (version, expected) => {
  expect(isAffected(version, { introduced: '0' }, { fixed: '1.2.3' })).toBe(expected)
})

test.each([
  ['1.9.9', false],
  ['2.0.0', true],
  ['2.3.4', true],
  ['2.3.5', false],
  ['3.0.1', true],
  ['3.1.0', false],
])('two ranges in any order, one with a last version: %s is affected: %s', (version, expected) => {
  const events = [
    { fixed: '3.1.0' },
    { introduced: '3.0.0' },
    { last_affected: '2.3.4' },
    { introduced: '2.0.0' },
  ]
  expect(isAffected(version, ...events)).toBe(expected)
})

test('without a fix, every later version is affected', () => {
  expect(isAffected('99.0.0', { introduced: '1.0' })).toBe(true)
  expect(isAffected('0.9.0', { introduced: '1.0' })).toBe(false)
})

test('single versions may be listed', () => {
  const [advisory] = readOsv(toOsv({ versions: ['3.3.6'] }))
  expect(advisory?.affects('3.3.6')).toBe(true)
  expect(advisory?.affects('3.3.5')).toBe(false)
})

test('other ecosystems and withdrawn advisories are left out', () => {
  const affected = [{ package: { ecosystem: 'PyPI', name: 'npm' }, versions: ['1.0.0'] }]
  expect(readOsv(JSON.stringify({ id: 'GHSA-1', summary: '"npm"', affected }))).toEqual([])
  expect(readOsv(toOsv({}, { withdrawn: '2026-01-01T00:00:00Z' }))).toEqual([])
})

test('a range of GitLab is read as npm reads it, and counts if it cannot be read', () => {
  const read = (range: string) =>
    readGitLab(
      'a',
      `identifier: "CVE-1"\ntitle: "T"\npubdate: "2026-01-02"\naffected_range: "${range}"\n`,
    )
  expect(read('>=1.0.0 <1.2.3||>=2.0.0 <2.0.5').affects('2.0.4')).toBe(true)
  expect(read('>=1.0.0 <1.2.3||>=2.0.0 <2.0.5').affects('1.2.3')).toBe(false)
  expect(read('<2.0.0').affects('2.0.0-beta.1')).toBe(true)
  expect(read('<0').affects('1.0.0')).toBe(false)
  expect(read('everything').affects('1.0.0')).toBe(true)
})

const lock = {
  packages: {
    'apps/api': { name: '@doorman/api', version: '0.1.0', dependencies: { fastify: '5.0.0' } },
    'node_modules/@doorman/api': { link: true, resolved: 'apps/api' },
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/@scope/tool': { version: '1.0.0', dev: true },
  },
}
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-advisories-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a folder in the layout of GitHub is searched, however deep', async () => {
  const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '5.0.1' }] }]
  put('advisories/github-reviewed/2026/01/GHSA-1/GHSA-1.json', toOsv({ ranges }))
  expect(await checkAdvisories(lock, folder)).toEqual({
    packages: 2,
    advisories: 1,
    newest: '2026-01-02',
    found: [{ id: 'GHSA-1', name: 'fastify', version: '5.0.0', summary: 'It breaks', ships: true }],
  })
})

test('a folder in the layout of GitLab is searched; a finding in a tool is marked as such', async () => {
  const text = 'identifier: "CVE-1"\ntitle: "T"\npubdate: "2026-03-04"\naffected_range: "<2.0.0"\n'
  put('npm/@scope/tool/CVE-1.yml', text)
  put('npm/unknown/CVE-1.yml', text)
  put('pypi/fastify/CVE-1.yml', text)
  expect(await checkAdvisories(lock, folder)).toEqual({
    packages: 2,
    advisories: 1,
    newest: '2026-03-04',
    found: [{ id: 'CVE-1', name: '@scope/tool', version: '1.0.0', summary: 'T', ships: false }],
  })
})

test('a folder without advisories about our packages is refused: it is no copy of a database', async () => {
  put('README.md', 'hello')
  put('package.json', '{"name":"npm"}')
  await expect(checkAdvisories(lock, folder)).rejects.toThrow(
    'has no advisories about our packages',
  )
})

function put(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function toOsv(affected: object, document: object = {}): string {
  return JSON.stringify({
    id: 'GHSA-1',
    summary: 'It breaks',
    published: '2026-01-02T03:04:05Z',
    affected: [{ package: { ecosystem: 'npm', name: 'fastify' }, ...affected }],
    ...document,
  })
}
