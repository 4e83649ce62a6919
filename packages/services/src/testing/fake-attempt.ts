import { sql } from 'drizzle-orm'
import type { Attempt } from '../ports/jobs.ts'

/** An attempt of a job that is in no queue. By default the attempt still has the job. */
export function fakeAttempt({
  complete = async () => {},
  isLost = false,
}: { readonly complete?: Attempt['complete']; readonly isLost?: boolean } = {}): Attempt {
  return {
    complete,
    lock: sql`select where ${!isLost}::boolean`,
    completeIf: (condition) => sql`select where ${condition}`,
  }
}
