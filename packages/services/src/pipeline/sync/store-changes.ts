import type { Db } from '@doorman/db/client'
import { lockUserAgainstDeletion } from '@doorman/db/queries/lock-user'
import { planColumns } from '@doorman/db/queries/plan-facts'
import { mailboxes, subscriptions, users } from '@doorman/db/schema'
import { toCheckIntervalMs, toPlan } from '@doorman/domain/plans/plan'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import {
  indexCorrespondentsJob,
  screenMessageJob,
  screenMessagesJob,
  syncMailboxJob,
  type Attempt,
} from '../../ports/jobs.ts'
import { followSent } from '../correspondents/follow-sent.ts'
import { addDecisions, countDecisions, type Owner } from '../screening/add-decisions.ts'
import { addUndecided } from './add-undecided.ts'
import { applyManualRestores } from './apply-manual-restores.ts'
import type { FoundChanges } from './found-changes.ts'
import { isQuiet, storeQuietPage } from './store-quiet-page.ts'
import { isCurrentRun, toEnd, type SyncRun } from './sync-run.ts'

/**
 * Stores a page of changes in one transaction: the cursor, the decisions about its messages, rows
 * and jobs for messages that are undecided, what the user sent, and the restores that the user made
 * by hand. The last page also stores the end of the sync and of its job. Stores nothing and returns
 * `overtaken` if this sync is no longer the current one. A quiet page takes one statement instead.
 *
 * Lock order: users (share), mailboxes, correspondent_indexes, sent_messages, correspondents,
 * smart_replies, undecided_messages, jobs, decisions and daily_counts, or as in applyAction. A page
 * has decisions or restores, never both: two statements on daily_counts could deadlock with a decision.
 */
export async function storeChanges(
  ctx: Context,
  run: SyncRun,
  found: FoundChanges,
  attempt?: Attempt,
): Promise<'stored' | 'completed' | 'overtaken'> {
  if (attempt && isQuiet(run, found)) {
    const outcomes = await storeQuietPage(ctx, run, found, attempt)
    if (outcomes) {
      countDecisions(ctx, outcomes)
      return 'completed'
    }
    // Nothing was stored, because something has changed since. The transaction checks what.
  }
  const { movedBack, sent, screened, end } = found
  const hasSent = sent === 'list-again' || sent.length > 0 || run.index === null
  const outcomes = await ctx.db.transaction(async (tx) => {
    if (movedBack.length > 0) await lockUserAgainstDeletion(tx, run.userId)
    // Locks the mailbox row until the commit, so that another sync stores nothing meanwhile.
    const owner = await advance(ctx, tx, run, found)
    if (!owner) return null
    const mustRead = hasSent && (await followSent(ctx, tx, run, sent))
    await storeUndecided(ctx, tx, run, found)
    if (mustRead) await ctx.jobs.enqueue(tx, indexCorrespondentsJob, { mailboxId: run.id })
    if (end === 'stopped') await ctx.jobs.enqueue(tx, syncMailboxJob, { mailboxId: run.id })
    const decided = await addDecisions(ctx, tx, owner, screened)
    await applyManualRestores(ctx, tx, run, found)
    if (end !== 'not-yet') await attempt?.complete(tx)
    return decided
  })
  if (!outcomes) return 'overtaken'
  countDecisions(ctx, outcomes)
  return end !== 'not-yet' && attempt ? 'completed' : 'stored'
}

/** Advances the cursor and, with the last page, ends the sync. `null` if it was overtaken. */
async function advance(
  ctx: Context,
  tx: Db,
  run: SyncRun,
  { cursor, isFirstScan, end }: FoundChanges,
): Promise<Owner | null> {
  const now = ctx.now()
  const hasMore = end === 'stopped'
  const emptyScan = { syncStatus: 'synced' as const, syncProgress: 0, syncTotal: 0 }
  const [row] = await tx
    .update(mailboxes)
    .set({
      cursor,
      ...(isFirstScan && emptyScan),
      ...(end !== 'not-yet' && toEnd(run, run.plan, now, hasMore)),
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(isCurrentRun(run), eq(users.id, mailboxes.userId)))
    .returning({
      mailboxId: mailboxes.id,
      timeZone: users.timeZone,
      isObserveOnly: mailboxes.isObserveOnly,
      planFacts: planColumns,
    })
  if (!row) return null
  // A sync may take minutes, and the user may have changed the plan meanwhile.
  const plan = toPlan(row.planFacts, now)
  if (end !== 'not-yet' && toCheckIntervalMs(plan) !== toCheckIntervalMs(run.plan))
    await tx
      .update(mailboxes)
      .set(toEnd(run, plan, now, hasMore))
      .where(eq(mailboxes.id, run.id))
  return row
}

async function storeUndecided(
  ctx: Context,
  tx: Db,
  run: SyncRun,
  found: FoundChanges,
): Promise<void> {
  const mailboxId = run.id
  const added = await addUndecided(ctx, tx, run, found)
  if (added.length === 0) return
  if (found.isFirstScan)
    await tx
      .update(mailboxes)
      .set({ syncStatus: 'syncing', syncTotal: added.length })
      .where(eq(mailboxes.id, mailboxId))
  if (found.by === 'together') await ctx.jobs.enqueue(tx, screenMessagesJob, { mailboxId })
  else
    await ctx.jobs.enqueueAll(
      tx,
      screenMessageJob,
      added.map((providerMessageId) => ({ mailboxId, providerMessageId })),
    )
}
