import { migrate } from '@doorman/db/migrate'
import { loadConfig } from '@doorman/runtime/config/config'
import { openDatabase } from '../product/open-database.ts'

export async function migrateDatabase(_args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const database = await openDatabase(loadConfig(env), { mayShare: true })
  try {
    const applied = await migrate(database.url)
    console.log(applied.length > 0 ? applied.join('\n') : 'The database is up to date.')
  } finally {
    await database.stop()
  }
}
