import type { Db } from '@doorman/db/client'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { Changes } from '@doorman/mail/mailbox'
import type { Arrivals } from './screen-arrivals.ts'
import type { SyncRun } from './sync-run.ts'

export type UndecidedArrivals = Pick<Arrivals, 'undecided' | 'by'> &
  Pick<Changes, 'movedToInbox'> & {
    readonly isFirstScan: boolean
    /** The provider announced the messages as new. `false`: a scan found them in the inbox. */
    readonly isNewArrival: boolean
  }

/**
 * Adds rows for messages that jobs will screen. Returns those that were neither decided nor already
 * waiting. Rows for the careful way begin with one start: the sync that found the
 * message may have died while reading it, and that counts.
 */
export async function addUndecided(
  ctx: Context,
  tx: Db,
  { id: mailboxId }: SyncRun,
  { undecided, movedToInbox, by, isFirstScan, isNewArrival }: UndecidedArrivals,
): Promise<readonly ProviderMessageId[]> {
  if (undecided.length === 0) return []
  // One parameter for all ids: a rescan may find 10,000.
  const { rows } = await tx.execute<{ id: ProviderMessageId }>(sql`
    insert into undecided_messages (mailbox_id, provider_message_id, found_at, is_first_scan,
      is_new_arrival, was_moved_to_inbox, start_count)
    select ${mailboxId}, listed, ${ctx.now().toISOString()}::timestamptz, ${isFirstScan}, ${isNewArrival},
      listed = any(${sql.param(movedToInbox)}::text[]), ${by === 'alone' ? 1 : 0}::integer
    from unnest(${sql.param(undecided)}::text[]) as listed
    where not exists (
      select from decisions where mailbox_id = ${mailboxId} and provider_message_id = listed)
    order by listed
    on conflict do nothing
    returning provider_message_id as id`)
  if (movedToInbox.length > 0) await markMoved(tx, mailboxId, movedToInbox)
  return rows.map(({ id }) => id)
}

/**
 * Also marks messages that were already waiting: the user took one out of the inbox and put it back
 * before it was screened. Races with a screening that has read the row before: addDecisions looks at
 * the mark again. Locked by id, as in recordDecisions: otherwise the two can deadlock.
 */
async function markMoved(
  tx: Db,
  mailboxId: SyncRun['id'],
  ids: readonly ProviderMessageId[],
): Promise<void> {
  await tx.execute(sql`
    with locked as (
      select provider_message_id from undecided_messages
      where mailbox_id = ${mailboxId} and provider_message_id = any(${sql.param(ids)}::text[])
      order by provider_message_id for no key update)
    update undecided_messages set was_moved_to_inbox = true from locked
    where mailbox_id = ${mailboxId}
      and undecided_messages.provider_message_id = locked.provider_message_id`)
}
