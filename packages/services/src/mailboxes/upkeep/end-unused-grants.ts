import { grants, mailboxes } from '@doorman/db/schema'
import { dayMs } from '@doorman/domain/time'
import { and, eq, inArray, isNull, lt, notExists } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { endGrantJob } from '../../ports/jobs.ts'

const maxAtOnce = 1_000
/** Longer than the queue retries the job that revokes a grant. */
const grantRetentionMs = 2 * dayMs

/**
 * Enqueues the revocation of grants that no mailbox uses, such as those of a deleted user. Grants
 * that could not be revoked are deleted in the end.
 */
export async function endUnusedGrants(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db.delete(grants).where(lt(grants.endedAt, new Date(now.getTime() - grantRetentionMs)))
  await ctx.db.transaction(async (tx) => {
    const mailbox = tx.select().from(mailboxes).where(eq(mailboxes.grantId, grants.id))
    const unused = tx
      .select({ id: grants.id })
      .from(grants)
      .where(and(isNull(grants.endedAt), notExists(mailbox)))
      .limit(maxAtOnce)
    const ended = await tx
      .update(grants)
      .set({ endedAt: now })
      .where(inArray(grants.id, unused))
      .returning({ grantId: grants.id })
    for (const grant of ended) await ctx.jobs.enqueue(tx, endGrantJob, grant)
  })
}
