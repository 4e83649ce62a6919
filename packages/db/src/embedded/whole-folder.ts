import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Makes a folder that is whole or absent, however the making ends and whoever
 * else makes it at the same time: it grows beside its place and is renamed.
 */
export async function makeWhole(
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
    if (!existsSync(folder)) throw error // otherwise somebody else was quicker
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** What a maker left behind that was killed half-way. */
async function removeAbandoned(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.partial-`
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(prefix)) continue
    const maker = Number(name.slice(prefix.length))
    if (maker === process.pid || !isAlive(maker))
      await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** Puts the new name on the disk as well. Windows has no such call for folders. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // alive, and someone else's
  }
}
