import type { Db } from '@doorman/db/client'
import { correspondentIndexes, mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { openHashKey, sealHashKey, type IndexRow } from './hash-key.ts'

const batchSize = 100

type Parts = Pick<Context, 'db' | 'keyRing'>

/**
 * Reseals the hash keys of all indexes with the newest key, in batches of 100. Yields how many. A key
 * that does not open is left alone: the product empties its index and reads the sent messages again.
 *
 * Each batch is one transaction, so rotation can be stopped and repeated at any time. It races with a
 * job that replaces a key: it would overwrite the new key with the old one. The row locks make one
 * wait for the other.
 *
 * Lock order: mailboxes (share) by id, then correspondent_indexes by id. Deleting a user locks all their
 * mailboxes first and then deletes the indexes in any order: without the mailboxes, the two could deadlock.
 */
export async function* rotateHashKeys({ db, keyRing }: Parts): AsyncGenerator<number, void> {
  const unreadable: MailboxId[] = []
  for (;;) {
    const found = await db.transaction((tx) => rotateBatch(tx, keyRing, unreadable))
    if (found === null) return
    unreadable.push(...found.filter(({ isResealed }) => !isResealed).map(({ id }) => id))
    yield found.filter(({ isResealed }) => isResealed).length
  }
}

/** `null` if none are left. */
async function rotateBatch(tx: Db, keyRing: Parts['keyRing'], unreadable: readonly MailboxId[]) {
  const isOld = ne(correspondentIndexes.keyVersion, keyRing.newestVersion)
  const batch = await tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .innerJoin(correspondentIndexes, eq(correspondentIndexes.mailboxId, mailboxes.id))
    .where(and(isOld, sql`${mailboxes.id} <> all(${sql.param(unreadable)}::uuid[])`))
    .orderBy(asc(mailboxes.id))
    .limit(batchSize)
    .for('key share', { of: mailboxes })
  if (batch.length === 0) return null
  const ids = batch.map(({ id }) => id)
  const rows = await tx
    .select()
    .from(correspondentIndexes)
    .where(and(isOld, inArray(correspondentIndexes.mailboxId, ids)))
    .orderBy(asc(correspondentIndexes.mailboxId))
    .for('update')
  const found: { readonly id: MailboxId; readonly isResealed: boolean }[] = []
  for (const row of rows) {
    const key = tryToOpen(keyRing, row)
    if (key !== null)
      await tx
        .update(correspondentIndexes)
        .set(sealHashKey(keyRing, row.mailboxId, key))
        .where(eq(correspondentIndexes.mailboxId, row.mailboxId))
    found.push({ id: row.mailboxId, isResealed: key !== null })
  }
  return found
}

/** Opening a secret fails for one reason only, so every error means that it does not open. */
function tryToOpen(keyRing: Parts['keyRing'], row: IndexRow): string | null {
  try {
    return openHashKey(keyRing, row)
  } catch {
    return null
  }
}
