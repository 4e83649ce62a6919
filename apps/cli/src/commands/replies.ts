import { openDb } from '@doorman/db/client'
import { loadConfig } from '@doorman/runtime/config/config'
import { stopReplies } from '@doorman/services/pipeline/replying/stop-replies'
import { openDatabase } from '../product/open-database.ts'
import { prepareDatabase } from '../product/prepare-database.ts'
import { UsageError } from './usage-error.ts'

/** Stops or resumes all smart responses at once, for emergencies. */
export async function replies(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [verb, ...rest] = args
  if ((verb !== 'stop' && verb !== 'resume') || rest.length > 0)
    throw new UsageError('Use stop or resume.')

  const config = loadConfig(env)
  const database = await openDatabase(config, { mayShare: true })
  try {
    await prepareDatabase(database.url, config, { mustBeDurable: false })
    const { db, close } = openDb(database.url)
    const ctx = { db, now: () => new Date() }
    await stopReplies(ctx, null, { areStopped: verb === 'stop' }).finally(close)
    console.log(
      verb === 'stop'
        ? 'All smart responses are stopped. Filtering continues.'
        : 'Smart responses are sent again.',
    )
  } finally {
    await database.stop()
  }
}
