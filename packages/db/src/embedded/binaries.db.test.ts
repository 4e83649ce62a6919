import { chmod, cp, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseAccount, runAs } from './account.ts'
import { findPackage, prepareBinaries } from './binaries.ts'

let folder: string
let home: string
let unlinked: string

/** The package as npm unpacks it: its install script would have added the links. */
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

test('the programs run where no install script ran', async () => {
  const account = await chooseAccount(home)
  const { postgres } = await prepareBinaries(home, account, unlinked)
  expect(postgres).toContain(unlinked)
  expect((await runAs(account, postgres, ['--version'])).stdout).toContain('PostgreSQL')
})

test('programs out of reach are copied', async () => {
  const account = await chooseAccount(home)
  // Root can write anywhere but lends the programs to someone who cannot enter; others cannot add the links.
  if (account) await chmod(join(folder, 'packages'), 0o700)
  else await chmod(join(unlinked, 'native', 'lib'), 0o555)
  const { postgres } = await prepareBinaries(home, account, unlinked)
  expect(postgres).toContain(home)
  expect((await runAs(account, postgres, ['--version'])).stdout).toContain('PostgreSQL')
})
