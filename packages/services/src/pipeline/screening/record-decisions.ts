import type { Db } from '@doorman/db/client'
import { mailboxes, users, type undecidedMessages } from '@doorman/db/schema'
import type { MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { addDecisions, countDecisions, type Owner } from './add-decisions.ts'
import type { Screening } from './screening.ts'

export type Recording = {
  readonly mailboxId: MailboxId
  readonly screenings: ReadonlyMap<ProviderMessageId, Screening>
  /** Whether messages of a first scan are among them. */
  readonly isFirstScan: boolean
  /** Runs in the same transaction, before jobs that follow from the decisions are enqueued. */
  readonly enqueueOthers?: (tx: Db) => Promise<void>
  /** Runs in the same transaction, at its end. */
  readonly complete?: (tx: Db) => Promise<void>
}

/**
 * Records decisions about undecided messages, the jobs that follow from them and the counts, in one
 * transaction. A message that is decided already is left out; nothing is recorded if the mailbox is
 * gone.
 *
 * Lock order: mailboxes (share), undecided_messages by id, jobs, decisions, daily_counts.
 */
export async function recordDecisions(ctx: Context, recording: Recording): Promise<void> {
  const { mailboxId, screenings, isFirstScan, enqueueOthers, complete } = recording
  const outcomes = await ctx.db.transaction(async (tx) => {
    const owner = await lockOwner(tx, mailboxId, isFirstScan)
    const undecided = await takeUndecided(tx, mailboxId, [...screenings.keys()])
    const scanned = undecided.filter((one) => one.isFirstScan).length
    if (scanned > 0) await countProgress(tx, mailboxId, scanned)
    await enqueueOthers?.(tx)
    const screened = undecided.flatMap((one) => {
      const screening = screenings.get(one.providerMessageId)
      return screening ? [{ ...one, screening }] : []
    })
    const added = owner ? await addDecisions(ctx, tx, owner, screened) : []
    await complete?.(tx)
    return added
  })
  countDecisions(ctx, outcomes)
}

/**
 * Lock order: the mailbox before the rows that belong to it, as in disconnectMailbox, whose delete
 * cascades in this order. Otherwise the two transactions can deadlock. A first scan updates the
 * mailbox at the end, so it takes the stronger lock now: two of them with a shared lock would
 * deadlock, also with a sync that waits for undecided messages.
 */
async function lockOwner(
  tx: Db,
  mailboxId: MailboxId,
  isFirstScan: boolean,
): Promise<Owner | undefined> {
  const [owner] = await tx
    .select({
      mailboxId: mailboxes.id,
      timeZone: users.timeZone,
      isObserveOnly: mailboxes.isObserveOnly,
    })
    .from(mailboxes)
    .innerJoin(users, eq(users.id, mailboxes.userId))
    .where(eq(mailboxes.id, mailboxId))
    .for(isFirstScan ? 'no key update' : 'key share', { of: mailboxes })
  return owner
}

type Undecided = Pick<
  typeof undecidedMessages.$inferSelect,
  'providerMessageId' | 'isFirstScan' | 'isNewArrival' | 'wasMovedToInbox'
>

/** Ordered by id: a sync that marks several of them would otherwise deadlock with this. */
async function takeUndecided(
  tx: Db,
  mailboxId: MailboxId,
  ids: readonly ProviderMessageId[],
): Promise<readonly Undecided[]> {
  const { rows } = await tx.execute<Undecided>(sql`
    with locked as (
      select provider_message_id from undecided_messages
      where mailbox_id = ${mailboxId} and provider_message_id = any(${sql.param(ids)}::text[])
      order by provider_message_id for update)
    delete from undecided_messages using locked
    where mailbox_id = ${mailboxId}
      and undecided_messages.provider_message_id = locked.provider_message_id
    returning undecided_messages.provider_message_id as "providerMessageId",
      is_first_scan as "isFirstScan", is_new_arrival as "isNewArrival",
      was_moved_to_inbox as "wasMovedToInbox"`)
  return rows
}

async function countProgress(tx: Db, mailboxId: MailboxId, count: number): Promise<void> {
  const { syncProgress, syncTotal } = mailboxes
  const progress = sql`${syncProgress} + ${count}::integer`
  await tx
    .update(mailboxes)
    .set({
      syncProgress: progress,
      syncStatus: sql`case when ${progress} < ${syncTotal} then 'syncing' else 'synced' end`,
    })
    .where(eq(mailboxes.id, mailboxId))
}
