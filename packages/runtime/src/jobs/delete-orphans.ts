import type { Db } from '@doorman/db/client'
import { forwardContactMessageJob } from '@doorman/services/ports/jobs'
import { sql } from 'drizzle-orm'

/**
 * See `Jobs`. If a job loses its row while it runs, pg-boss records its end nowhere, and what is
 * left of its work finds no user. A job that is created in the same transaction as its mailbox is
 * safe, because a statement sees both or neither.
 */
export async function deleteOrphans(db: Db): Promise<void> {
  const isOfDeletedUser = sql`
    data ? 'userId' and exists (select from deleted_users where id::text = data ->> 'userId')`
  await db.execute(sql`
    update pgboss.job set data = data - 'userId'
    where name = ${forwardContactMessageJob.name} and ${isOfDeletedUser}`)
  await db.execute(sql`
    delete from pgboss.job
    where ${isOfDeletedUser}
      or (data ? 'mailboxId'
        and not exists (select from mailboxes where id::text = data ->> 'mailboxId'))`)
}
