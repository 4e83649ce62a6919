import type { Db } from '@doorman/db/client'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { mailboxes } from '@doorman/db/schema'
import type { MailboxId, UserId } from '@doorman/domain/ids'
import { chooseActive, toPlan } from '@doorman/domain/plans/plan'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { stopPushJob } from '../../ports/jobs.ts'

/** Activates the mailboxes that the plan includes. Returns those it deactivated. Idempotent. */
export async function applyPlan(
  { now, jobs }: Pick<Context, 'now' | 'jobs'>,
  tx: Db,
  { userId }: { userId: UserId },
): Promise<readonly MailboxId[]> {
  const plan = toPlan(await loadPlanFacts(tx, userId), now())
  // Lock order: by id. Two transactions that lock the mailboxes in different orders can deadlock.
  const all = await tx
    .select()
    .from(mailboxes)
    .where(eq(mailboxes.userId, userId))
    .orderBy(asc(mailboxes.id))
    .for('no key update')
  const active = chooseActive(plan, all).map(({ id }) => id)
  const idle = all.filter(({ id }) => !active.includes(id))
  const isActive = sql<boolean>`(${inArray(mailboxes.id, active)})`
  await tx
    .update(mailboxes)
    .set({ isActive })
    .where(and(eq(mailboxes.userId, userId), ne(mailboxes.isActive, isActive)))
  await jobs.enqueueAll(
    tx,
    stopPushJob,
    idle.map(({ id }) => ({ mailboxId: id })),
  )
  return idle.filter((mailbox) => mailbox.isActive).map(({ id }) => id)
}
