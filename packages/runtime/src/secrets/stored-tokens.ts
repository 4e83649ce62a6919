import type { Db } from '@doorman/db/client'
import { grants } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import type { Consent, Tokens } from '@doorman/mail/consent'
import { MailError } from '@doorman/mail/mail-error'
import type { ConcurrencyLimit } from '@doorman/mail/http/concurrency-limit'
import { createTokenSource, type TokenSource } from '@doorman/mail/http/token-source'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import { findIntactTokens, sealTokens } from '@doorman/services/mailboxes/connecting/grant-tokens'
import { eq, sql } from 'drizzle-orm'

const neverAborted = new AbortController().signal

/**
 * The tokens of one grant, stored in its row. Two processes that find the same token expired race
 * to refresh it. An advisory lock lets one do it, and the other then loads what the first one
 * stored.
 */
export function createStoredTokens({
  db,
  keyRing,
  consent,
  grantId,
  refreshLimit,
  now,
}: {
  readonly db: Db
  readonly keyRing: KeyRing
  readonly consent: Pick<Consent, 'refresh'>
  readonly grantId: GrantId
  /** A refresh holds a database connection until the provider answers, so the number is limited. */
  readonly refreshLimit: ConcurrencyLimit
  readonly now: () => Date
}): TokenSource {
  return createTokenSource({
    now,
    refresh: (refreshToken) => consent.refresh(refreshToken),

    async load() {
      const tokens = await findTokens(db)
      // The mailbox was disconnected while a job was using it.
      if (!tokens) throw new MailError('access-revoked', 'grant-deleted')
      return tokens
    },

    save: (next, previous) =>
      db.transaction(async (tx) => {
        const stored = await findTokens(tx, { isLocked: true })
        if (stored?.accessToken !== previous.accessToken) return false
        await tx
          .update(grants)
          .set(sealTokens(keyRing, grantId, next))
          .where(eq(grants.id, grantId))
        return true
      }),

    withLock: (run) =>
      refreshLimit.run(
        () =>
          db.transaction(async (tx) => {
            await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${grantId}, 0))`)
            return run()
          }),
        neverAborted,
      ),
  })

  async function findTokens(handle: Db, { isLocked = false } = {}): Promise<Tokens | null> {
    const query = handle.select().from(grants).where(eq(grants.id, grantId))
    const [row] = await (isLocked ? query.for('update') : query)
    if (!row) return null
    const tokens = findIntactTokens(keyRing, row)
    // Only new tokens help, so the user has to connect the mailbox again.
    if (!tokens) throw new MailError('access-revoked', 'token-damaged')
    return tokens
  }
}
