import { openDb } from '@doorman/db/client'
import { migrate } from '@doorman/db/migrate'
import { loadConfig } from '@doorman/runtime/config'
import { rotateKeys } from '@doorman/services/mailboxes/rotate-keys'
import { openDatabase } from '../open-database.ts'
import { loadKeyRing } from '../secrets.ts'

/** Seals every secret with the newest key of TOKEN_KEYS. The product may run meanwhile, and so may another of these. */
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
      `${total} newly sealed. Everything is sealed with key ${keyRing.newestVersion}; older keys can go.`,
    )
  } finally {
    await database.stop()
  }
}
