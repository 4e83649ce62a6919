import { loadConfig } from '@doorman/runtime/config/config'
import { openDatabase } from '../product/open-database.ts'
import { prepareDatabase } from '../product/prepare-database.ts'

export async function migrateDatabase(_args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env)
  const database = await openDatabase(config, { mayShare: true })
  try {
    const applied = await prepareDatabase(database.url, config, { mustBeDurable: false })
    console.log(applied.length > 0 ? applied.join('\n') : 'The database is up to date.')
  } finally {
    await database.stop()
  }
}
