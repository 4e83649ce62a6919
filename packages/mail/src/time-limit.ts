import type { Clock } from './clock.ts'
import { MailError } from './mail-error.ts'

/** The longest that anybody waits for a provider. */
export const longestCallMs = 30_000

/** Runs what must end in time: after 30 seconds the signal cuts it off, and whether it listens or not, we wait no longer. */
export async function withinTimeLimit<Result>(
  clock: Clock,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController()
  const done = new AbortController()
  const outOfTime = clock.sleep(longestCallMs, done.signal).then(() => {
    const timeout = new MailError('unavailable', 'timeout', { mayHaveHappened: true })
    limit.abort(timeout)
    throw timeout
  })
  // Being called off is how it usually ends, and then nobody is left to hear of it.
  outOfTime.catch(() => {})
  try {
    return await Promise.race([run(limit.signal), outOfTime])
  } finally {
    // With a reason of ours: the one made without has a stack nobody reads, and that is dear.
    done.abort('in-time')
  }
}
