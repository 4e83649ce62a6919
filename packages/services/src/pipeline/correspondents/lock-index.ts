import type { Db } from '@doorman/db/client'
import { correspondentIndexes, correspondents, sentMessages } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import {
  findHasher,
  newHashKey,
  sealHashKey,
  toHasher,
  type Hasher,
  type IndexRow,
} from './hash-key.ts'

export type LockedIndex = { readonly row: IndexRow; readonly hash: Hasher }

/**
 * Locks the index of a mailbox until the commit. Every transaction that writes to the index locks it
 * first: two that add the same correspondents in different orders would deadlock otherwise. Creates
 * an index that does not exist, and empties one whose key no longer opens; both begin at the newest
 * message.
 *
 * Lock order: the caller has locked the mailbox. A sync locks it against other syncs, so no two of
 * them create the index at the same time.
 */
export async function lockIndex(
  { keyRing }: Pick<Context, 'keyRing'>,
  tx: Db,
  mailboxId: MailboxId,
): Promise<LockedIndex> {
  const row = await findForUpdate(tx, mailboxId)
  const hash = row && findHasher(keyRing, row)
  if (row && hash) return { row, hash }
  if (row) {
    await tx.delete(correspondents).where(eq(correspondents.mailboxId, mailboxId))
    await tx.delete(sentMessages).where(eq(sentMessages.mailboxId, mailboxId))
  }
  const key = newHashKey()
  const sealed = sealHashKey(keyRing, mailboxId, key)
  const [fresh] = await tx
    .insert(correspondentIndexes)
    .values({ mailboxId, ...sealed })
    .onConflictDoUpdate({
      target: correspondentIndexes.mailboxId,
      set: {
        ...sealed,
        restartCount: sql`${correspondentIndexes.restartCount} + 1`,
        nextPage: null,
        readsSince: null,
        readAgainSince: null,
        readCount: 0,
        totalCount: null,
        completedAt: null,
      },
    })
    .returning()
  if (!fresh) throw new Error('An upsert returns one row')
  return { row: fresh, hash: toHasher(key) }
}

async function findForUpdate(tx: Db, mailboxId: MailboxId): Promise<IndexRow | undefined> {
  const [row] = await tx
    .select()
    .from(correspondentIndexes)
    .where(eq(correspondentIndexes.mailboxId, mailboxId))
    .for('update')
  return row
}
