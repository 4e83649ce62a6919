import { openDb } from '@doorman/db/client'
import { migrate } from '@doorman/db/migrate'
import { loadConfig } from '@doorman/runtime/config/config'
import { rotateKeys } from '@doorman/services/mailboxes/upkeep/rotate-keys'
import { openDatabase } from '../product/open-database.ts'
import { loadKeyRing } from '../product/secrets.ts'

/**
 * Re-encrypts every stored token with the first key of TOKEN_KEYS. Safe while the product or a
 * second rotation runs.
 */
export async function rotateTokenKeys(_args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env)
  const keyRing = await loadKeyRing(config)
  const database = await openDatabase(config, { mayShare: true })
  try {
    await migrate(database.url)
    const { db, close } = openDb(database.url)
    let total = 0
    try {
      for (let count = 1; count > 0; total += count) count = await rotateKeys({ db, keyRing })
    } finally {
      await close()
    }
    console.log(
      `${total} re-encrypted. Every token now uses key ${keyRing.newestVersion}. Remove older keys as docs/operations.md describes.`,
    )
  } finally {
    await database.stop()
  }
}
