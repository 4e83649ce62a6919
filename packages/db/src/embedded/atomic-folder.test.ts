import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolderAtomically } from './atomic-folder.ts'

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'doorman-atomic-'))
})
afterEach(() => rm(parent, { recursive: true }))

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder)
  await writeFile(join(folder, 'PG_VERSION'), '18')
}

test('what a killed process left half done is removed; a living process keeps its own', async () => {
  const unusedPid = 2 ** 22 + 1
  await makeFolder(join(parent, `cluster.partial-${unusedPid}`))
  await makeFolder(join(parent, `cluster.partial-${process.ppid}`))
  await createFolderAtomically(join(parent, 'cluster'), makeFolder)
  expect((await readdir(parent)).sort()).toEqual(['cluster', `cluster.partial-${process.ppid}`])
})

test('a creation that fails leaves nothing behind, and the next one succeeds', async () => {
  const folder = join(parent, 'cluster')
  const failing = createFolderAtomically(folder, async (partial) => {
    await makeFolder(partial)
    throw new Error('The disk is full')
  })
  await expect(failing).rejects.toThrow('The disk is full')
  expect(await readdir(parent)).toEqual([])
  await createFolderAtomically(folder, makeFolder)
  expect(await readdir(folder)).toEqual(['PG_VERSION'])
})

test('if another process was faster, its folder is used', async () => {
  const folder = join(parent, 'cluster')
  await createFolderAtomically(folder, async (partial) => {
    await makeFolder(partial)
    await makeFolder(folder)
    await writeFile(join(folder, 'winner'), '')
  })
  expect((await readdir(folder)).sort()).toEqual(['PG_VERSION', 'winner'])
  expect(await readdir(parent)).toEqual(['cluster'])
})
