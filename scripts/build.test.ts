import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureBuilt, isBuilt, runBuild } from './build.mjs'

let root: string
const build = {
  name: 'an example',
  inputs: ['src', 'package-lock.json'],
  output: 'out',
  cwd: '.',
  args: ['build.mjs'],
}
const ensure = () => ensureBuilt(root, process.execPath, build)
const countBuilds = () => readFileSync(join(root, 'out/log'), 'utf8').length

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doorman-build-'))
  mkdirSync(join(root, 'src'))
  mkdirSync(join(root, 'out'))
  writeFileSync(join(root, 'src/one.ts'), 'one')
  // Like a bundler, this build fails if a source is broken.
  writeFileSync(
    join(root, 'build.mjs'),
    `import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync('out/log', '.')
if (readFileSync('src/one.ts', 'utf8') === 'broken') { console.error('src/one.ts is broken'); process.exit(1) }`,
  )
})
afterEach(() => rmSync(root, { recursive: true }))

test('a build is repeated only when a source was changed, added or removed', async () => {
  await ensure()
  await ensure()
  expect(countBuilds()).toBe(1)
  const changes = [
    () => writeFileSync(join(root, 'src/one.ts'), 'two'),
    () => writeFileSync(join(root, 'src/more.ts'), ''),
    () => rmSync(join(root, 'src/more.ts')),
  ]
  for (const [index, change] of changes.entries()) {
    change()
    expect(isBuilt(root, build)).toBe(false)
    await ensure()
    expect(countBuilds()).toBe(index + 2)
  }
})

test('two processes that need the same build at the same time build it once', async () => {
  await Promise.all([ensure(), ensure()])
  expect(countBuilds()).toBe(1)
})

test('a build that fails says why, and what it left behind does not count as built', async () => {
  await ensure()
  writeFileSync(join(root, 'src/one.ts'), 'broken')
  await expect(runBuild(root, process.execPath, build)).rejects.toThrow('src/one.ts is broken')
  expect(isBuilt(root, build)).toBe(false)
})

test('a source that changes during a build is built again', async () => {
  const building = runBuild(root, process.execPath, build)
  writeFileSync(join(root, 'src/one.ts'), 'changed meanwhile')
  await building
  expect(isBuilt(root, build)).toBe(false)
})
