import type { Db } from '@doorman/db/client'
import { sql } from 'drizzle-orm'
import { channel } from './announcements.ts'

/**
 * Makes jobs due that are delayed by less than two seconds, such as the sync after a push
 * notification. Tests, and the demo when it lets days pass, use it instead of waiting.
 */
export async function hurryDelayedJobs(db: Db): Promise<void> {
  await db.execute(sql`
    with hurried as (
      update pgboss.job_common set start_after = now()
      where state = 'created' and start_after > now()
        and start_after < now() + interval '2 seconds'
      returning name
    )
    select pg_notify(${sql.raw(channel)}, name) from hurried group by name`)
}
