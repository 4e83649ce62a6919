import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@doorman/runtime/config/config'
import { expect, onTestFinished, test } from 'vitest'
import { loadKeyRing, loadSecret } from './secrets.ts'

test('secrets of the demo are created once, and only their owner can read them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorman-secrets-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const config = loadConfig({ DATA_DIR: dataDir })
  const secret = await loadSecret(config)
  expect(secret.length).toBeGreaterThan(40)
  expect(await loadSecret(config)).toBe(secret)
  const place = { table: 'grants', column: 'access_token', rowId: 'one' }
  const sealed = (await loadKeyRing(config)).seal('a token', place)
  expect((await loadKeyRing(config)).open(sealed, 1, place)).toBe('a token')
  for (const name of ['secret', 'token-keys'])
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
})
