import type { Db } from '@doorman/db/client'
import { pinUser } from '@doorman/db/queries/users'
import { decisions, mailboxes, undecidedMessages } from '@doorman/db/schema'
import type { MailId } from '@doorman/domain/ids'
import type { Changes } from '@doorman/mail/mailbox'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { lookAgainJob, screenMessageJob } from '../jobs.ts'
import { restoreByHand } from './restore-by-hand.ts'
import { isCurrent, type Run } from './run.ts'

type News = Omit<Changes, 'hasMore'> & {
  readonly isFirstScan: boolean
  /** When the mailbox was looked at. */
  readonly seenAt: Date
  /** It came just now, rather than being found where it lay. */
  readonly isNews: boolean
}

/**
 * Takes news in whole: the cursor, a job for each new message, one to look for
 * more, and what the user did by hand. Refused, with `false`, when the run is no longer the mailbox's own.
 */
export async function takeIn(ctx: Context, run: Run, news: News): Promise<boolean> {
  const { arrived, takenOut, isFirstScan } = news
  // As most looks end.
  if (arrived.length === 0 && takenOut.length === 0) return advance(ctx.db, run, news)
  return ctx.db.transaction(async (tx) => {
    await pinUser(tx, run.userId)
    // First, so that no other run takes anything in until we are done.
    if (!(await advance(tx, run, news))) return false
    const found = await addUndecided(ctx, tx, run, news)
    await ctx.jobs.enqueueAll(
      tx,
      screenMessageJob,
      found.map((messageId) => ({ mailboxId: run.id, messageId })),
    )
    if (found.length > 0) await ctx.jobs.enqueue(tx, lookAgainJob, { mailboxId: run.id })
    if (isFirstScan && found.length > 0) await beginProgress(tx, run, found.length)
    // Last, for it counts, and whoever decides about mail counts last.
    await restoreByHand(ctx, tx, run, news)
    return true
  })
}

/** Moves the cursor on, if the run is still the mailbox's own. */
async function advance(
  db: Db,
  run: Run,
  { cursor, isFirstScan }: Pick<News, 'cursor' | 'isFirstScan'>,
): Promise<boolean> {
  const nothingYet = { syncStatus: 'synced' as const, syncProgress: 0, syncTotal: 0 }
  const advanced = await db
    .update(mailboxes)
    .set({ cursor, ...(isFirstScan && nothingYet) })
    .where(isCurrent(run))
    .returning({ id: mailboxes.id })
  return advanced.length > 0
}

async function beginProgress(tx: Db, { id }: Run, syncTotal: number): Promise<void> {
  await tx.update(mailboxes).set({ syncStatus: 'syncing', syncTotal }).where(eq(mailboxes.id, id))
}

/** Those that are neither decided nor waiting for it. */
async function addUndecided(
  ctx: Context,
  tx: Db,
  run: Run,
  { arrived, isFirstScan, isNews }: News,
): Promise<readonly MailId[]> {
  const decided = new Set(await listDecided(tx, run, arrived))
  const undecided = arrived.filter((id) => !decided.has(id))
  if (undecided.length === 0) return []
  const added = await tx
    .insert(undecidedMessages)
    .values(
      undecided.map((messageId) => ({
        mailboxId: run.id,
        messageId,
        foundAt: ctx.now(),
        isFirstScan,
        isNews,
      })),
    )
    .onConflictDoNothing()
    .returning({ messageId: undecidedMessages.messageId })
  return added.map(({ messageId }) => messageId)
}

async function listDecided(tx: Db, run: Run, ids: readonly MailId[]): Promise<MailId[]> {
  const rows = await tx
    .select({ messageId: decisions.messageId })
    .from(decisions)
    .where(and(eq(decisions.mailboxId, run.id), inArray(decisions.messageId, [...ids])))
  return rows.map(({ messageId }) => messageId)
}
