import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The demo's secret, made at the first start. Kept, so that a restart signs
 * nobody out; written whole or not at all, and the first one to arrive stays.
 */
export async function loadSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  const partial = `${file}.partial-${process.pid}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(partial, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  await link(partial, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(partial)
  return readFile(file, 'utf8')
}
