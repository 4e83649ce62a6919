import { grants, mailboxes } from '@doorman/db/schema'
import { and, eq, inArray, isNull, lt, notExists } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { endGrantJob } from '../jobs.ts'

const mostAtOnce = 1_000
/** Longer than a job is tried again. */
const patienceMs = 2 * 86_400_000

/**
 * Finds grants that no mailbox holds, such as those of a deleted user, and has
 * them given back. Those that nobody would take back are forgotten in the end.
 */
export async function endGrants(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db.delete(grants).where(lt(grants.endedAt, new Date(now.getTime() - patienceMs)))
  await ctx.db.transaction(async (tx) => {
    const holder = tx.select().from(mailboxes).where(eq(mailboxes.grantId, grants.id))
    const unheld = tx
      .select({ id: grants.id })
      .from(grants)
      .where(and(isNull(grants.endedAt), notExists(holder)))
      .limit(mostAtOnce)
    const ended = await tx
      .update(grants)
      .set({ endedAt: now })
      .where(inArray(grants.id, unheld))
      .returning({ grantId: grants.id })
    for (const grant of ended) await ctx.jobs.enqueue(tx, endGrantJob, grant)
  })
}
