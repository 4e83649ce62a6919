import { cp, chmod, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const notCopied = new Set(['.git', '.data', '.env', 'coverage', 'node_modules', '.tools'])
const folders = new Set<string>()

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/**
 * Copies the working tree into a temporary folder. Installed packages are links to the original
 * ones, except our own workspaces: those links lead into the copy, or tests would import the
 * original code instead of the mutant.
 */
export async function copyTree(root: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorman-mutants-'))
  folders.add(folder)
  // PostgreSQL may run as another user, who has to reach its files.
  await chmod(folder, 0o755)
  const nested: string[] = []
  await cp(root, folder, {
    recursive: true,
    filter: (source) => {
      if (basename(source) === 'node_modules') nested.push(source.slice(root.length))
      return !notCopied.has(basename(source))
    },
  })
  await symlink(join(root, '.tools'), join(folder, '.tools'))
  for (const path of nested)
    if (path !== 'node_modules') await symlink(join(root, path), join(folder, path))
  await linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function linkPackages(installed: string, links: string): Promise<void> {
  await mkdir(join(links, '@doorman'), { recursive: true })
  // Caches of Vite and Vitest start with a dot. Each copy has its own.
  for (const name of await readdir(installed))
    if (name !== '@doorman' && !name.startsWith('.'))
      await symlink(join(installed, name), join(links, name))
  for (const name of await readdir(join(installed, '@doorman')))
    await symlink(await readlink(join(installed, '@doorman', name)), join(links, '@doorman', name))
}

export async function removeCopy(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  folders.delete(folder)
}
