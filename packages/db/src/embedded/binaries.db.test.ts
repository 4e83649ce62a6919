import { chmod, cp, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseSystemUser, runAs } from './system-user.ts'
import { findPackage, prepareBinaries } from './binaries.ts'

let folder: string
let home: string
let unlinked: string

/** The package as npm unpacks it, without the symlinks that its install script adds. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorman-binaries-'))
  await chmod(folder, 0o755)
  home = join(folder, 'home')
  await mkdir(home)
  unlinked = join(folder, 'packages', 'postgres')
  await cp(findPackage(), unlinked, {
    recursive: true,
    filter: async (path) => !path.endsWith('share') && !(await lstat(path)).isSymbolicLink(),
  })
})

afterEach(async () => {
  await chmod(join(unlinked, 'native', 'lib'), 0o755)
  await rm(folder, { recursive: true, force: true })
})

test('PostgreSQL runs from a package whose install script did not run', async () => {
  const systemUser = await chooseSystemUser(home)
  const { postgres } = await prepareBinaries(home, systemUser, unlinked)
  expect(postgres).toContain(unlinked)
  expect((await runAs(systemUser, postgres, ['--version'])).stdout).toContain('PostgreSQL')
})

test('programs that the system user cannot run in place are copied', async () => {
  const systemUser = await chooseSystemUser(home)
  // Root can add the symlinks, but the system user cannot enter the folder. Other users cannot add
  // them.
  if (systemUser) await chmod(join(folder, 'packages'), 0o700)
  else await chmod(join(unlinked, 'native', 'lib'), 0o555)
  const { postgres } = await prepareBinaries(home, systemUser, unlinked)
  expect(postgres).toContain(home)
  expect((await runAs(systemUser, postgres, ['--version'])).stdout).toContain('PostgreSQL')
})
