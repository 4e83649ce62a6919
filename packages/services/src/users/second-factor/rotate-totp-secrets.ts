import type { Db } from '@doorman/db/client'
import { totpSecrets } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { openSecret, sealSecret } from './totp-secrets.ts'

const batchSize = 100

type Parts = Pick<Context, 'db' | 'keyRing'>

/** A secret that could not be decrypted. Its row stays as it is. */
export type SkippedSecret = { readonly userId: UserId; readonly keyVersion: number }

export type SecretBatch = {
  readonly resealed: number
  readonly skipped: readonly SkippedSecret[]
}

/**
 * Reseals the secrets of authenticator apps with the newest key, in batches of 100. Each batch is
 * one transaction, so rotation can be stopped and repeated at any time. It races with a user who
 * sets up a new secret, which it would overwrite with the old one. The row locks make one wait for
 * the other.
 */
export async function* rotateTotpSecrets({
  db,
  keyRing,
}: Parts): AsyncGenerator<SecretBatch, void> {
  const skippedIds: UserId[] = []
  for (;;) {
    const batch = await db.transaction((tx) => rotateBatch(tx, keyRing, skippedIds))
    if (batch.resealed + batch.skipped.length === 0) return
    skippedIds.push(...batch.skipped.map(({ userId }) => userId))
    yield batch
  }
}

async function rotateBatch(
  tx: Db,
  keyRing: Parts['keyRing'],
  skippedIds: readonly UserId[],
): Promise<SecretBatch> {
  const rows = await tx
    .select()
    .from(totpSecrets)
    .where(
      and(
        ne(totpSecrets.keyVersion, keyRing.newestVersion),
        sql`${totpSecrets.userId} <> all(${sql.param(skippedIds)}::uuid[])`,
      ),
    )
    .orderBy(asc(totpSecrets.userId))
    .limit(batchSize)
    .for('update')
  const skipped: SkippedSecret[] = []
  for (const { userId, ...sealed } of rows) {
    const secret = tryToOpen(keyRing, { userId, ...sealed })
    if (secret === null) skipped.push({ userId, keyVersion: sealed.keyVersion })
    else
      await tx
        .update(totpSecrets)
        .set(sealSecret(keyRing, userId, secret))
        .where(eq(totpSecrets.userId, userId))
  }
  return { resealed: rows.length - skipped.length, skipped }
}

/** Opening a secret fails for one reason only, so every error means that it does not open. */
function tryToOpen(keyRing: Parts['keyRing'], row: Parameters<typeof openSecret>[1]) {
  try {
    return openSecret(keyRing, row)
  } catch {
    return null
  }
}
