import type { Db } from '@doorman/db/client'
import { correspondentIndexes } from '@doorman/db/schema'
import { dayMs } from '@doorman/domain/time'
import type { Changes } from '@doorman/mail/mailbox'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { addSent } from './add-sent.ts'
import type { IndexRow } from './hash-key.ts'
import { lockIndex } from './lock-index.ts'

/**
 * Stores what a sync found among the sent messages, in the transaction that stores its cursor. If
 * the provider could not list all of them, the index is restarted: reading begins after the cursor
 * was taken, so no message is missed in between. Returns whether the index has to be read.
 *
 * Lock order: the caller has locked the mailbox.
 */
export async function followSent(
  ctx: Context,
  tx: Db,
  mailbox: Pick<MailboxRow, 'id' | 'userId' | 'lastCheckedAt'>,
  sent: Changes['sent'],
): Promise<boolean> {
  const { row, hash } = await lockIndex(ctx, tx, mailbox.id)
  if (sent === 'list-again') await restart(tx, row, mailbox.lastCheckedAt)
  else await addSent(tx, mailbox, hash, sent)
  return sent === 'list-again' || row.completedAt === null
}

/**
 * Has the sent messages read again. A complete index lacks only what was sent since the last sync;
 * a day is added for safety. A reading that has begun may have taken hours: it continues, and a
 * second reading then finds what this sync missed. Otherwise the fencing token `restartCount`
 * increases, so that no page that was read before this sync is stored.
 */
async function restart(tx: Db, row: IndexRow, lastCheckedAt: Date | null): Promise<void> {
  const dayBefore = lastCheckedAt && new Date(lastCheckedAt.getTime() - dayMs)
  const isReading = row.completedAt === null && row.nextPage !== null
  await tx
    .update(correspondentIndexes)
    .set(
      isReading
        ? { readAgainSince: toEarlier(row.readAgainSince, dayBefore ?? new Date(0)) }
        : {
            restartCount: sql`${correspondentIndexes.restartCount} + 1`,
            nextPage: null,
            readsSince: row.completedAt === null ? row.readsSince : dayBefore,
            readCount: 0,
            totalCount: null,
            completedAt: null,
          },
    )
    .where(eq(correspondentIndexes.mailboxId, row.mailboxId))
}

function toEarlier(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other
}
