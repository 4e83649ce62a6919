import { createKeyRing, keyBytes } from '@doorman/runtime/key-ring'
import { formatTokenKey, parseTokenKeys } from '@doorman/runtime/token-keys'
import type { Config } from '@doorman/runtime/config'
import type { KeyRing } from '@doorman/services/key-ring'
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Signs login cookies. The demo's is made at the first start and kept, so that a restart signs nobody out. */
export async function loadSecret({ secret, dataDir }: Config): Promise<string> {
  return secret ?? loadKept(dataDir, 'secret', () => randomBytes(32).toString('base64url'))
}

/** Seals the tokens of mailboxes. The demo's keys are kept too, so that a restart disconnects nobody. */
export async function loadKeyRing({ tokenKeys, dataDir }: Config): Promise<KeyRing> {
  if (tokenKeys) return createKeyRing(tokenKeys)
  const makeKeys = () => formatTokenKey({ version: 1, key: randomBytes(keyBytes) })
  const kept = parseTokenKeys(await loadKept(dataDir, 'token-keys', makeKeys))
  if (!kept) throw new Error(`${join(dataDir, 'token-keys')} cannot be read.`)
  return createKeyRing(kept)
}

/** Written whole or not at all, and the first one to arrive stays. */
async function loadKept(dataDir: string, name: string, make: () => string): Promise<string> {
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
