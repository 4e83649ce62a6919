import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'
import { makeWhole } from './whole-folder.ts'

/** Makes the database cluster if there is none, and returns the password of its roles. */
export async function prepareCluster(
  place: Place,
  { initdb }: Binaries,
  isDurable: boolean,
): Promise<string> {
  const { account, cluster, passwordFile } = place
  if (!existsSync(cluster)) await makePassword(place)
  await makeWhole(cluster, async (partial) => {
    await mkdir(partial, { mode: 0o700 })
    if (account) await chown(partial, account.uid, account.gid)
    await runAs(account, initdb, [
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

/** The first password to arrive stays: whoever makes the cluster at the same time uses the same one. */
async function makePassword({ account, passwordFile }: Place): Promise<void> {
  const partial = `${passwordFile}.partial-${process.pid}`
  await writeFile(partial, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  if (account) await chown(partial, account.uid, account.gid)
  await link(partial, passwordFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(partial)
}
