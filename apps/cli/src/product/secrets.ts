import { createKeyRing, keyBytes } from '@doorman/runtime/secrets/key-ring'
import { formatTokenKey, parseTokenKeys } from '@doorman/runtime/secrets/token-keys'
import type { Config } from '@doorman/runtime/config/config'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret that signs login cookies. The demo generates one at its first start and keeps it, so a
 * restart signs no one out.
 */
export async function loadSecret({ secret, dataDir }: Config): Promise<string> {
  return secret ?? loadOrCreate(dataDir, 'secret', () => randomBytes(32).toString('base64url'))
}

/**
 * The keys that encrypt mailbox tokens. The demo keeps its generated key too, so mailboxes stay
 * connected after a restart.
 */
export async function loadKeyRing({ tokenKeys, dataDir }: Config): Promise<KeyRing> {
  if (tokenKeys) return createKeyRing(tokenKeys)
  const makeKeys = () => formatTokenKey({ version: 1, key: randomBytes(keyBytes) })
  const keys = parseTokenKeys(await loadOrCreate(dataDir, 'token-keys', makeKeys))
  if (!keys) throw new Error(`${join(dataDir, 'token-keys')} cannot be read.`)
  return createKeyRing(keys)
}

/**
 * Reads the file, or creates it. `link` is atomic and fails if the file exists, so of two processes
 * the first one wins.
 */
async function loadOrCreate(dataDir: string, name: string, make: () => string): Promise<string> {
  const file = join(dataDir, name)
  const partial = `${file}.partial-${process.pid}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(partial, make(), { mode: 0o600, flush: true })
  await link(partial, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(partial)
  return readFile(file, 'utf8')
}
