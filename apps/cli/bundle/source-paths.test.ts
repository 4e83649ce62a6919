import { expect, test } from 'vitest'
import { listPrograms, replacePaths } from './source-paths.ts'

const path = '../../../packages/db/src/migrate.ts'

test('a source names files relative to itself, also from the bundle', () => {
  const code = `const folder = new URL('../migrations/', import.meta.url)`
  expect(replacePaths(code, path)).toBe(
    `const folder = new URL('../migrations/', new URL('${path}', import.meta.url).href)`,
  )
})

test('a program that is started as a process is the one in the bundle', () => {
  const code = `fork(fileURLToPath(new URL('painter-process.ts', import.meta.url)))
const config = new URL('vite.config.ts', import.meta.url)`
  expect(listPrograms(code)).toEqual(['painter-process.ts'])
  expect(replacePaths(code, '../a.ts')).toBe(
    `fork(fileURLToPath(new URL('painter-process.js', import.meta.url)))
const config = new URL('vite.config.ts', new URL('../a.ts', import.meta.url).href)`,
  )
})
