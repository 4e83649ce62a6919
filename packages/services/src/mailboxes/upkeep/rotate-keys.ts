import type { Db } from '@doorman/db/client'
import { markNeedsReconnect, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { grants, mailboxes, oauthAttempts } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import { and, asc, eq, ne, sql, type Column } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { openVerifier, sealVerifier } from '../connecting/oauth-attempts.ts'
import { hasKey, openTokens, sealTokens } from '../connecting/grant-tokens.ts'

const batchSize = 100

type Parts = Pick<Context, 'db' | 'keyRing'>
type Mailbox = Pick<MailboxRow, 'id' | 'lastActiveAt' | 'problem'>

/** Tokens that do not open. The row stays as it is. */
export type SkippedGrant = {
  readonly grantId: GrantId
  readonly keyVersion: number
  /** `null` if no mailbox uses the grant any more. */
  readonly mailbox: Mailbox | null
  /** What would help: the key, or new tokens. */
  readonly needs: 'key' | 'reconnect'
}

export type Batch = {
  readonly resealed: number
  readonly skipped: readonly SkippedGrant[]
}

/**
 * Reseals all secrets (tokens, then PKCE verifiers) with the newest key, in batches of 100. Tokens
 * that do not open are skipped; their mailboxes are marked, so that their users are asked to
 * reconnect. If only the key is missing, nothing is marked, unless that key is lost for good.
 *
 * Each batch is one transaction, so rotation can be stopped and repeated at any time. It races with
 * a running product that refreshes tokens: it could read the old tokens, and write them over the
 * new ones. The row locks make one wait for the other.
 */
export async function* rotateKeys(
  { db, keyRing }: Parts,
  { isKeyLost = false } = {},
): AsyncGenerator<Batch, void> {
  const skippedIds: GrantId[] = []
  for (;;) {
    const batch = await db.transaction((tx) => rotateGrants(tx, keyRing, skippedIds, isKeyLost))
    if (batch.resealed + batch.skipped.length === 0) break
    // After the transaction: it holds grants, and mailboxes come first in the lock order.
    for (const { mailbox, needs } of batch.skipped)
      if (mailbox && needs === 'reconnect') await markNeedsReconnect(db, mailbox)
    skippedIds.push(...batch.skipped.map(({ grantId }) => grantId))
    yield batch
  }
  for (const unreadableIds: string[] = []; ;) {
    const resealed = await db.transaction((tx) => rotateAttempts(tx, keyRing, unreadableIds))
    if (resealed === null) break
    yield { resealed, skipped: [] }
  }
}

async function rotateGrants(
  tx: Db,
  keyRing: Parts['keyRing'],
  skippedIds: readonly GrantId[],
  isKeyLost: boolean,
): Promise<Batch> {
  const rows = await tx
    .select({
      grant: grants,
      mailbox: {
        id: mailboxes.id,
        lastActiveAt: mailboxes.lastActiveAt,
        problem: mailboxes.problem,
      },
    })
    .from(grants)
    .leftJoin(mailboxes, eq(mailboxes.grantId, grants.id))
    .where(and(ne(grants.keyVersion, keyRing.newestVersion), isNoneOf(grants.id, skippedIds)))
    .orderBy(asc(grants.id))
    .limit(batchSize)
    .for('update', { of: grants })
  const skipped: SkippedGrant[] = []
  for (const { grant, mailbox } of rows) {
    const tokens = tryToOpen(() => openTokens(keyRing, grant))
    if (tokens)
      await tx
        .update(grants)
        .set(sealTokens(keyRing, grant.id, tokens))
        .where(eq(grants.id, grant.id))
    else {
      const { id: grantId, keyVersion } = grant
      const isHopeless =
        isKeyLost || hasKey(keyRing, keyVersion) || mailbox?.problem === 'needs-reconnect'
      skipped.push({ grantId, keyVersion, mailbox, needs: isHopeless ? 'reconnect' : 'key' })
    }
  }
  return { resealed: rows.length - skipped.length, skipped }
}

/**
 * `null` when none is left. An attempt that does not open is left alone: it is over in 30 minutes,
 * and its user is told to try again.
 */
async function rotateAttempts(
  tx: Db,
  keyRing: Parts['keyRing'],
  unreadableIds: string[],
): Promise<number | null> {
  const rows = await tx
    .select()
    .from(oauthAttempts)
    .where(
      and(
        ne(oauthAttempts.keyVersion, keyRing.newestVersion),
        isNoneOf(oauthAttempts.id, unreadableIds),
      ),
    )
    .orderBy(asc(oauthAttempts.id))
    .limit(batchSize)
    .for('update')
  if (rows.length === 0) return null
  let resealed = 0
  for (const row of rows) {
    const verifier = tryToOpen(() => openVerifier(keyRing, row))
    if (verifier === null) unreadableIds.push(row.id)
    else {
      await tx
        .update(oauthAttempts)
        .set(sealVerifier(keyRing, row.id, verifier))
        .where(eq(oauthAttempts.id, row.id))
      resealed += 1
    }
  }
  return resealed
}

/** Opening a secret fails for one reason only, so every error means that it does not open. */
function tryToOpen<Secret>(open: () => Secret): Secret | null {
  try {
    return open()
  } catch {
    return null
  }
}

/** With one parameter for all ids: a statement has at most 65,535. */
function isNoneOf(column: Column, ids: readonly string[]) {
  return sql`${column} <> all(${sql.param(ids)}::uuid[])`
}
