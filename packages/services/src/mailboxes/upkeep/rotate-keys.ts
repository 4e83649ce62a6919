import type { Db } from '@doorman/db/client'
import { grants, oauthAttempts } from '@doorman/db/schema'
import { asc, eq, ne } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { openVerifier, sealVerifier } from '../connecting/oauth-attempts.ts'
import { openTokens, sealTokens } from '../connecting/grant-tokens.ts'

const batchSize = 100

type Parts = Pick<Context, 'db' | 'keyRing'>

/**
 * Reseals up to 100 secrets (tokens first, then PKCE verifiers) with the newest key and returns how
 * many; 0 when none is left. Each batch is one transaction, so rotation can be stopped and repeated
 * at any time. It races with a running product that refreshes tokens: the row locks make one wait
 * for the other, and both write with the newest key they know.
 */
export async function rotateKeys({ db, keyRing }: Parts): Promise<number> {
  return db.transaction(
    async (tx) => (await rotateGrants(tx, keyRing)) || rotateAttempts(tx, keyRing),
  )
}

async function rotateGrants(tx: Db, keyRing: Parts['keyRing']): Promise<number> {
  const rows = await tx
    .select()
    .from(grants)
    .where(ne(grants.keyVersion, keyRing.newestVersion))
    .orderBy(asc(grants.id))
    .limit(batchSize)
    .for('update')
  for (const row of rows)
    await tx
      .update(grants)
      .set(sealTokens(keyRing, row.id, openTokens(keyRing, row)))
      .where(eq(grants.id, row.id))
  return rows.length
}

async function rotateAttempts(tx: Db, keyRing: Parts['keyRing']): Promise<number> {
  const rows = await tx
    .select()
    .from(oauthAttempts)
    .where(ne(oauthAttempts.keyVersion, keyRing.newestVersion))
    .orderBy(asc(oauthAttempts.id))
    .limit(batchSize)
    .for('update')
  for (const row of rows)
    await tx
      .update(oauthAttempts)
      .set(sealVerifier(keyRing, row.id, openVerifier(keyRing, row)))
      .where(eq(oauthAttempts.id, row.id))
  return rows.length
}
