import { sql } from 'drizzle-orm'
import type { Attempt, AttemptParts } from '../ports/jobs.ts'

/** An attempt of a job that is in no queue. By default the attempt still has the job. */
export function fakeAttempt({
  complete = async () => {},
  isLost = false,
}: { readonly complete?: Attempt['complete']; readonly isLost?: boolean } = {}): Attempt {
  return {
    complete,
    parts,
    values: { queueName: 'none', jobId: isLost ? lostId : 'held', retryCount: 0 },
  }
}

const lostId = 'lost'

const parts: AttemptParts = {
  lock: ({ jobId }) => sql`select where ${jobId}::text <> ${lostId}`,
  completeIf: (_, condition) => sql`select where ${condition}`,
}
