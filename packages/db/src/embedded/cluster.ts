import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { runAs } from './system-user.ts'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { createFolderAtomically } from './atomic-folder.ts'

/** Creates the database cluster if there is none, and returns the password of its roles. */
export async function prepareCluster(
  dataFolder: DataFolder,
  { initdb }: Binaries,
  isDurable: boolean,
): Promise<string> {
  const { systemUser, cluster, passwordFile } = dataFolder
  if (!existsSync(cluster)) await createPassword(dataFolder)
  await createFolderAtomically(cluster, async (partial) => {
    await mkdir(partial, { mode: 0o700 })
    if (systemUser) await chown(partial, systemUser.uid, systemUser.gid)
    await runAs(systemUser, initdb, [
      `--pgdata=${partial}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(isDurable ? [] : ['--no-sync']),
    ])
  })
  return await loadPassword(passwordFile)
}

async function loadPassword(passwordFile: string): Promise<string> {
  try {
    return await readFile(passwordFile, 'utf8')
  } catch (cause) {
    const reason = 'the database belongs to another user, or its password was removed'
    throw new Error(`${passwordFile} cannot be read: ${reason}.`, { cause })
  }
}

/**
 * Two processes may race to create the cluster. `link` fails if the file exists, so the first
 * password is never overwritten and both processes use it.
 */
async function createPassword({ systemUser, passwordFile }: DataFolder): Promise<void> {
  const partial = `${passwordFile}.partial-${process.pid}`
  await writeFile(partial, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  if (systemUser) await chown(partial, systemUser.uid, systemUser.gid)
  await link(partial, passwordFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(partial)
}
