import type { Db } from '@doorman/db/client'
import { correspondentIndexes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
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
 */
export async function* rotateHashKeys({ db, keyRing }: Parts): AsyncGenerator<number, void> {
  const unreadable: MailboxId[] = []
  for (;;) {
    const found = await db.transaction((tx) => rotateBatch(tx, keyRing, unreadable))
    if (found.length === 0) return
    unreadable.push(...found.filter(({ isResealed }) => !isResealed).map(({ id }) => id))
    yield found.filter(({ isResealed }) => isResealed).length
  }
}

async function rotateBatch(tx: Db, keyRing: Parts['keyRing'], unreadable: readonly MailboxId[]) {
  const rows = await tx
    .select()
    .from(correspondentIndexes)
    .where(
      and(
        ne(correspondentIndexes.keyVersion, keyRing.newestVersion),
        sql`${correspondentIndexes.mailboxId} <> all(${sql.param(unreadable)}::uuid[])`,
      ),
    )
    .orderBy(asc(correspondentIndexes.mailboxId))
    .limit(batchSize)
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
