import type { Db } from '@doorman/db/client'
import { lockUserAgainstDeletion } from '@doorman/db/queries/lock-user'
import { decisions, mailboxes, undecidedMessages } from '@doorman/db/schema'
import type { ProviderMessageId } from '@doorman/domain/ids'
import type { Changes } from '@doorman/mail/mailbox'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { indexCorrespondentsJob, recheckMailboxJob, screenMessageJob } from '../../ports/jobs.ts'
import { followSent } from '../correspondents/follow-sent.ts'
import { applyManualRestores } from './apply-manual-restores.ts'
import { isCurrentRun, type SyncRun } from './sync-run.ts'

type FoundChanges = Omit<Changes, 'hasMore'> & {
  readonly isFirstScan: boolean
  /** The time just before the provider was asked. */
  readonly listedAt: Date
  /** The provider announced the messages as new. `false`: a scan found them in the inbox. */
  readonly isNewArrival: boolean
}

/**
 * Stores a page of changes in one transaction: the cursor, what the user sent, a screening job for
 * each new message, a recheck, and the restores that the user made by hand. Stores nothing and
 * returns `false` if this sync is no longer the current one.
 *
 * Lock order: users (share), mailboxes, correspondent_indexes, sent_messages, correspondents,
 * undecided_messages, jobs, then as in applyAction.
 */
export async function storeChanges(
  ctx: Context,
  run: SyncRun,
  found: FoundChanges,
): Promise<boolean> {
  const { arrived, movedBack, sent, isFirstScan } = found
  const hasSent = sent === 'list-again' || sent.length > 0 || run.index === 'none'
  // The common case: nothing changed, so a single update is enough.
  if (arrived.length === 0 && movedBack.length === 0 && !hasSent)
    return advanceCursor(ctx.db, run, found)
  return ctx.db.transaction(async (tx) => {
    await lockUserAgainstDeletion(tx, run.userId)
    // Locks the mailbox row until the commit, so that another sync stores nothing meanwhile.
    if (!(await advanceCursor(tx, run, found))) return false
    const mustRead = hasSent && (await followSent(ctx, tx, run, sent))
    const added = await addUndecided(ctx, tx, run, found)
    if (mustRead) await ctx.jobs.enqueue(tx, indexCorrespondentsJob, { mailboxId: run.id })
    await ctx.jobs.enqueueAll(
      tx,
      screenMessageJob,
      added.map((providerMessageId) => ({ mailboxId: run.id, providerMessageId })),
    )
    if (added.length > 0) await ctx.jobs.enqueue(tx, recheckMailboxJob, { mailboxId: run.id })
    if (isFirstScan && added.length > 0) await beginProgress(tx, run, added.length)
    // Lock order: daily_counts last, as in recordDecision. Otherwise the two can deadlock.
    await applyManualRestores(ctx, tx, run, found)
    return true
  })
}

/** Returns whether this sync is still the current one. */
async function advanceCursor(
  db: Db,
  run: SyncRun,
  { cursor, isFirstScan }: Pick<FoundChanges, 'cursor' | 'isFirstScan'>,
): Promise<boolean> {
  const emptyScan = { syncStatus: 'synced' as const, syncProgress: 0, syncTotal: 0 }
  const advanced = await db
    .update(mailboxes)
    .set({ cursor, ...(isFirstScan && emptyScan) })
    .where(isCurrentRun(run))
    .returning({ id: mailboxes.id })
  return advanced.length > 0
}

async function beginProgress(tx: Db, { id }: SyncRun, syncTotal: number): Promise<void> {
  await tx.update(mailboxes).set({ syncStatus: 'syncing', syncTotal }).where(eq(mailboxes.id, id))
}

/** Returns the messages that were neither decided nor already waiting to be screened. */
async function addUndecided(
  ctx: Context,
  tx: Db,
  run: SyncRun,
  { arrived, movedToInbox, isFirstScan, isNewArrival }: FoundChanges,
): Promise<readonly ProviderMessageId[]> {
  const moved = new Set(movedToInbox)
  const decided = new Set(await listDecided(tx, run, arrived))
  const undecided = arrived.filter((id) => !decided.has(id))
  if (undecided.length === 0) return []
  const added = await tx
    .insert(undecidedMessages)
    .values(
      undecided.map((providerMessageId) => ({
        mailboxId: run.id,
        providerMessageId,
        foundAt: ctx.now(),
        isFirstScan,
        isNewArrival,
        wasMovedToInbox: moved.has(providerMessageId),
      })),
    )
    .onConflictDoNothing()
    .returning({ providerMessageId: undecidedMessages.providerMessageId })
  if (moved.size > 0) await markMoved(tx, run, movedToInbox)
  return added.map(({ providerMessageId }) => providerMessageId)
}

/**
 * Also marks messages that were already waiting: the user took one out of the inbox and put it back
 * before it was screened. Races with a screening that has read the row before: recordDecision looks
 * at the mark again.
 */
async function markMoved(tx: Db, run: SyncRun, ids: readonly ProviderMessageId[]): Promise<void> {
  await tx
    .update(undecidedMessages)
    .set({ wasMovedToInbox: true })
    .where(
      and(
        eq(undecidedMessages.mailboxId, run.id),
        inArray(undecidedMessages.providerMessageId, [...ids]),
      ),
    )
}

async function listDecided(
  tx: Db,
  run: SyncRun,
  ids: readonly ProviderMessageId[],
): Promise<ProviderMessageId[]> {
  const rows = await tx
    .select({ providerMessageId: decisions.providerMessageId })
    .from(decisions)
    .where(and(eq(decisions.mailboxId, run.id), inArray(decisions.providerMessageId, [...ids])))
  return rows.map(({ providerMessageId }) => providerMessageId)
}
