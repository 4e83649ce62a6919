import type { Db } from '@doorman/db/client'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { mailboxes } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import {
  chooseActive,
  isPro,
  toCheckIntervalMs,
  toPlan,
  type Plan,
} from '@doorman/domain/plans/plan'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { stopPushJob, syncMailboxJob } from '../ports/jobs.ts'

type MailboxRow = typeof mailboxes.$inferSelect

type Owner = { readonly userId: UserId }

/** Activates the mailboxes that the plan includes. Idempotent. */
export async function applyPlan(
  ctx: Pick<Context, 'now' | 'jobs'>,
  tx: Db,
  owner: Owner,
): Promise<void> {
  await activate(ctx, tx, owner)
}

/**
 * As `applyPlan`. On Pro it also syncs mailboxes that were inactive, or whose next check is later
 * than Pro allows. For payments only: an action that a user can repeat at will must not do that.
 */
export async function applyChangedPlan(
  ctx: Pick<Context, 'now' | 'jobs'>,
  tx: Db,
  owner: Owner,
): Promise<void> {
  const { plan, before } = await activate(ctx, tx, owner)
  if (isPro(plan)) await syncLate(ctx, tx, plan, before)
}

/** Returns the mailboxes as they were before. */
async function activate(
  ctx: Pick<Context, 'now' | 'jobs'>,
  tx: Db,
  { userId }: Owner,
): Promise<{ readonly plan: Plan; readonly before: readonly MailboxRow[] }> {
  const plan = toPlan(await loadPlanFacts(tx, userId), ctx.now())
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
  await ctx.jobs.enqueueAll(
    tx,
    stopPushJob,
    idle.map(({ id }) => ({ mailboxId: id })),
  )
  return { plan, before: all }
}

/** Syncs mailboxes after an upgrade: inactive ones, and those that wait for the daily check. */
async function syncLate(
  { now, jobs }: Pick<Context, 'now' | 'jobs'>,
  tx: Db,
  plan: Plan,
  all: readonly MailboxRow[],
): Promise<void> {
  const latest = new Date(now().getTime() + toCheckIntervalMs(plan))
  // A mailbox without a next check has to be reconnected first.
  const late = all.filter(
    ({ isActive, nextCheckAt }) => nextCheckAt !== null && (!isActive || nextCheckAt > latest),
  )
  if (late.length === 0) return
  const ids = late.map(({ id }) => id)
  await tx.update(mailboxes).set({ nextCheckAt: latest }).where(inArray(mailboxes.id, ids))
  await jobs.enqueueAll(
    tx,
    syncMailboxJob,
    ids.map((mailboxId) => ({ mailboxId })),
  )
}
