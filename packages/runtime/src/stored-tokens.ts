import type { Db } from '@doorman/db/client'
import { grants } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import type { Consent, Tokens } from '@doorman/mail/consent'
import { MailError } from '@doorman/mail/mail-error'
import type { Slots } from '@doorman/mail/pace'
import { createTokenSource, type TokenSource } from '@doorman/mail/tokens'
import type { KeyRing } from '@doorman/services/key-ring'
import { openTokens, sealTokens } from '@doorman/services/mailboxes/grant-tokens'
import { eq, sql } from 'drizzle-orm'

const never = new AbortController().signal

/** The tokens of one grant, kept in its row and renewed by one process at a time. */
export function createStoredTokens({
  db,
  keyRing,
  consent,
  grantId,
  refreshing,
  now,
}: {
  readonly db: Db
  readonly keyRing: KeyRing
  readonly consent: Pick<Consent, 'refresh'>
  readonly grantId: GrantId
  /** Whoever refreshes holds a connection while the provider thinks, so not all may at once. */
  readonly refreshing: Slots
  readonly now: () => Date
}): TokenSource {
  return createTokenSource({
    now,
    refresh: (refreshToken) => consent.refresh(refreshToken),

    async load() {
      const tokens = await findTokens(db)
      // Disconnected while somebody was at work on it.
      if (!tokens) throw new MailError('access-revoked', 'forgotten')
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
      refreshing.run(
        () =>
          db.transaction(async (tx) => {
            await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${grantId}, 0))`)
            return run()
          }),
        never,
      ),
  })

  async function findTokens(handle: Db, { isLocked = false } = {}): Promise<Tokens | null> {
    const query = handle.select().from(grants).where(eq(grants.id, grantId))
    const [row] = await (isLocked ? query.for('update') : query)
    return row ? openTokens(keyRing, row) : null
  }
}
