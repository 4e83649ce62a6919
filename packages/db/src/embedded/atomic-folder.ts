import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAlive } from './is-alive.ts'

/**
 * Creates a folder that is complete or absent: `make` fills a temporary folder next to it, which is
 * then renamed. Two processes may race to create it. Each fills its own temporary folder, the first
 * rename wins, and the other process uses the winner's folder.
 */
export async function createFolderAtomically(
  folder: string,
  make: (partial: string) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) return
  await removeAbandoned(folder)
  const partial = `${folder}.partial-${process.pid}`
  try {
    await make(partial)
    await rename(partial, folder)
    await flush(dirname(folder))
  } catch (error) {
    // If the folder exists by now, another process won the race.
    if (!existsSync(folder)) throw error
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** Removes temporary folders of processes that were killed while filling them. */
async function removeAbandoned(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.partial-`
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (pid === process.pid || !isAlive(pid))
      await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** Without it a power failure could undo the rename. Windows has no such call for folders. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
