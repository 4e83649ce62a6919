import { openDb } from '@doorman/db/client'
import { migrate } from '@doorman/db/migrate'
import { loadConfig } from '@doorman/runtime/config'
import { stopReplies } from '@doorman/services/acting/stop-replies'
import { openDatabase } from '../open-database.ts'
import { UsageError } from '../usage-error.ts'

/** For the day on which something goes wrong with replies that go out in people's names. */
export async function replies(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [verb, ...rest] = args
  if ((verb !== 'stop' && verb !== 'resume') || rest.length > 0)
    throw new UsageError('Say stop or resume.')

  const database = await openDatabase(loadConfig(env), { mayShare: true })
  try {
    await migrate(database.url)
    const { db, close } = openDb(database.url)
    await stopReplies({ db }, { areStopped: verb === 'stop' }).finally(close)
    console.log(
      verb === 'stop'
        ? 'No smart response goes out any more. The rest goes on.'
        : 'Smart responses go out again.',
    )
  } finally {
    await database.stop()
  }
}
